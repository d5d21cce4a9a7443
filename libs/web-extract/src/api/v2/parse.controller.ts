import { randomUUID } from 'node:crypto';
import { Controller, HttpCode, Post, Req, UseFilters, UseGuards } from '@nestjs/common';
import { DocumentService } from '../../services/document.service.js';
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
  constructor(private readonly documents: DocumentService) {}

  @Post('parse')
  @HttpCode(200)
  async parse(@Req() incoming: IncomingRequest): Promise<ScrapeReplyV2> {
    const { file, options } = uploadOf(incoming.webExtractUpload);
    const { body, warnings: unknown } = readOpenBody(ParseOptionsV2, options);
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
    return reply(
      presentPage(page, { fields, scrapeId: randomUUID(), warnings: all, maxPages: wanted.maxPages }),
    );
  }
}
