import { Controller, HttpCode, Post, Req, UseFilters, UseGuards } from '@nestjs/common';
import { DocumentService } from '../../services/document.service.js';
import { RecentScrapes } from '../../services/recent-scrapes.js';
import { ApiKeyGuard, ownerOf, type IncomingRequest } from '../api-key.guard.js';
import { UploadErrorFilter } from '../error.filter.js';
import { orderOf } from '../uploads/upload-order.js';
import { inWireNames } from '../wire-names.js';
import { ParseOptionsV1 } from './dto/parse-options.v1.js';
import { presentPage } from './page.presenter.js';
import { fieldsOf, ignoredExtraction } from './extraction.requests.js';
import { parseNamesOf, toDocumentOptions } from './parse.requests.js';
import type { ScrapeReplyV1 } from './v1.controller.js';

@Controller('v1')
@UseGuards(ApiKeyGuard)
@UseFilters(UploadErrorFilter)
export class ParseV1Controller {
  constructor(
    private readonly documents: DocumentService,
    private readonly recent: RecentScrapes,
  ) {}

  @Post('parse')
  @HttpCode(200)
  async parse(@Req() incoming: IncomingRequest): Promise<ScrapeReplyV1> {
    const { file, options } = orderOf(incoming.webExtractUpload, ParseOptionsV1);
    const wanted = toDocumentOptions(options);
    const page = await inWireNames(parseNamesOf(options), () =>
      this.documents.convert(file.bytes, {
        ...wanted,
        fileName: file.name,
        contentType: file.contentType,
        owner: ownerOf(incoming),
      }),
    );
    const [warnings, fields] = [ignoredExtraction(options), fieldsOf(options)];
    const id = this.recent.keep(ownerOf(incoming), { page, fields, warnings, maxPages: wanted.maxPages });
    const data = presentPage(page, warnings, fields, id);
    return { success: true, data, ...(data.warning === undefined ? {} : { warning: data.warning }) };
  }
}
