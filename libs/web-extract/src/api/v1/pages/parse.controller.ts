import { Controller, HttpCode, Post, Req, UseFilters, UseGuards } from '@nestjs/common';
import { DocumentService } from '../../../services/document.service.js';
import { RecentScrapes } from '../../../services/recent-scrapes.js';
import { requireFormats } from '../../gate/require-scope.js';
import { ApiKeyGuard, ownerOf } from '../../gate/api-key.guard.js';
import type { UploadRequest } from '../../bodies/body.js';
import { signalOf } from '../../client/signal-of.js';
import { UploadErrorFilter } from '../../errors/error.filter.js';
import { parseUpload } from '../../uploads/parse-upload.js';
import { withBodyPaths } from '../../errors/body-paths.js';
import { ParseOptionsV1 } from '../dto/parse-options.v1.js';
import { presentPage } from './page.presenter.js';
import { fieldsOf, ignoredExtraction } from '../extraction/extraction.requests.js';
import { parseNamesOf, toDocumentOptions } from './parse.requests.js';
import type { ScrapeReplyV1 } from './scrape.controller.js';

@Controller('v1')
@UseGuards(ApiKeyGuard)
@UseFilters(UploadErrorFilter)
export class ParseV1Controller {
  constructor(
    private readonly documents: DocumentService,
    private readonly recent: RecentScrapes,
  ) {}

  /** Parses an uploaded file. */
  @Post('parse')
  @HttpCode(200)
  async parse(@Req() incoming: UploadRequest<ParseOptionsV1>): Promise<ScrapeReplyV1> {
    const { file, options } = parseUpload(incoming.webExtractUpload, ParseOptionsV1);
    requireFormats(incoming.webExtractPrincipal?.allow, { group: 'parse' }, options);
    const wanted = toDocumentOptions(options);
    const { name: fileName, contentType } = file;
    const asked = { ...wanted, fileName, contentType, owner: ownerOf(incoming) };
    const page = await withBodyPaths(parseNamesOf(options), () =>
      this.documents.convert(file.content, asked, signalOf(incoming)),
    );
    const [warnings, fields] = [ignoredExtraction(options), fieldsOf(options)];
    const id = this.recent.keep(ownerOf(incoming), { page, fields, warnings, maxPages: wanted.maxPages });
    const data = presentPage(page, warnings, fields, id);
    return { success: true, data, ...(data.warning === undefined ? {} : { warning: data.warning }) };
  }
}
