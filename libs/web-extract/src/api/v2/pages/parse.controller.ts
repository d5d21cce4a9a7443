import { Controller, Get, HttpCode, Post, Req, UseFilters, UseGuards } from '@nestjs/common';
import { ResolvedOptions } from '../../../model/options.js';
import { DocumentService } from '../../../services/document.service.js';
import { RecentScrapes } from '../../../services/recent-scrapes.js';
import { ApiKeyGuard, ownerOf } from '../../gate/api-key.guard.js';
import type { UploadRequest } from '../../bodies/body.js';
import { signalOf } from '../../client/signal-of.js';
import { UploadErrorFilter } from '../../errors/error.filter.js';
import { requireFormats } from '../../gate/require-scope.js';
import { uploadOf } from '../../uploads/parse-upload.js';
import { withBodyPaths } from '../../errors/body-paths.js';
import { ParseOptionsV2 } from '../dto/parse-options.v2.js';
import { readOpenBody } from '../open-body.js';
import { parseDocumentBody } from './parse.requests.js';
import { parseFormats, type ParseFormatV2 } from './parse-formats.js';
import { presentPage } from './page.presenter.js';
import { reply, type ScrapeReplyV2 } from './scrape.controller.js';
import { pageWarnings, BODY_PATHS } from './scrape.requests.js';

/** `GET /v2/parse/formats`. */
export interface ParseFormatsReplyV2 {
  readonly success: true;
  readonly data: readonly ParseFormatV2[];
}

@Controller('v2')
@UseGuards(ApiKeyGuard)
@UseFilters(UploadErrorFilter)
export class ParseV2Controller {
  constructor(
    private readonly documents: DocumentService,
    private readonly recent: RecentScrapes,
    private readonly options: ResolvedOptions,
  ) {}

  /** Returns the formats of files that can be parsed. */
  @Get('parse/formats')
  formats(): ParseFormatsReplyV2 {
    const hasRecognizer = this.options.documents.recognizer != null;
    return { success: true, data: parseFormats({ hasRecognizer }) };
  }

  /** Parses an uploaded file. */
  @Post('parse')
  @HttpCode(200)
  async parse(@Req() incoming: UploadRequest<ParseOptionsV2>): Promise<ScrapeReplyV2> {
    const { file, options } = uploadOf(incoming.webExtractUpload);
    requireFormats(incoming.webExtractPrincipal?.allow, { group: 'parse' }, options);
    const { body, warnings: unknown } = readOpenBody(ParseOptionsV2, options, this.options);
    const { options: wanted, fields, warnings } = parseDocumentBody(body);
    const { name: fileName, contentType } = file;
    const asked = { ...wanted, fileName, contentType, owner: ownerOf(incoming) };
    const page = await withBodyPaths(BODY_PATHS, () =>
      this.documents.convert(file.content, asked, signalOf(incoming)),
    );
    const all = [...unknown, ...warnings, ...pageWarnings(body, page.fetchedBy, this.options)];
    const { maxPages } = wanted;
    const scrape = { page, fields: { ...fields, extract: false }, warnings: all, maxPages };
    const scrapeId = this.recent.keep(ownerOf(incoming), scrape, body.zeroDataRetention !== true);
    return reply(presentPage(page, { fields, scrapeId, warnings: all, maxPages }));
  }
}
