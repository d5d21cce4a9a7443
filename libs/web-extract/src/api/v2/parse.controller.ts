import { Controller, HttpCode, Post, Req, UseFilters, UseGuards } from '@nestjs/common';
import { ResolvedOptions } from '../../model/options.js';
import { DocumentService } from '../../services/document.service.js';
import { RecentScrapes } from '../../services/recent-scrapes.js';
import { ApiKeyGuard, ownerOf, type IncomingRequest } from '../api-key.guard.js';
import { UploadErrorFilter } from '../error.filter.js';
import { uploadOf } from '../uploads/upload-order.js';
import { inWireNames } from '../wire-names.js';
import { ParseOptionsV2 } from './dto/parse-options.v2.js';
import { readOpenBody } from './open-body.js';
import { toDocumentOrder } from './parse.requests.js';
import { presentPage } from './page.presenter.js';
import { reply, type ScrapeReplyV2 } from './scrape.controller.js';
import { WIRE_NAMES } from './scrape.requests.js';

@Controller('v2')
@UseGuards(ApiKeyGuard)
@UseFilters(UploadErrorFilter)
export class ParseV2Controller {
  constructor(
    private readonly documents: DocumentService,
    private readonly recent: RecentScrapes,
    private readonly options: ResolvedOptions,
  ) {}

  @Post('parse')
  @HttpCode(200)
  async parse(@Req() incoming: IncomingRequest): Promise<ScrapeReplyV2> {
    const { file, options } = uploadOf(incoming.webExtractUpload);
    const { body, warnings: unknown } = readOpenBody(ParseOptionsV2, options, this.options);
    const { options: wanted, fields, warnings } = toDocumentOrder(body);
    const page = await inWireNames(WIRE_NAMES, () =>
      this.documents.convert(file.bytes, {
        ...wanted,
        fileName: file.name,
        contentType: file.contentType,
        owner: ownerOf(incoming),
      }),
    );
    const all = [...unknown, ...warnings];
    const { maxPages } = wanted;
    const scrape = { page, fields: { ...fields, extract: false }, warnings: all, maxPages };
    const scrapeId = this.recent.keep(ownerOf(incoming), scrape);
    return reply(presentPage(page, { fields, scrapeId, warnings: all, maxPages }));
  }
}
