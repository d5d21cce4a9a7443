import {
  Controller, Get, HttpCode, Param, Post, Req, UseFilters, UseGuards,
} from '@nestjs/common'; // prettier-ignore
import { ResolvedOptions } from '../../../model/options.js';
import { RecentScrapes } from '../../../services/recent-scrapes.js';
import { ScrapeService } from '../../../services/scrape.service.js';
import { ApiKeyGuard, ownerOf, type IncomingRequest } from '../../gate/api-key.guard.js';
import type { Checked } from '../../bodies/body.js';
import { signalOf } from '../../client/signal-of.js';
import { ErrorFilterV2 } from '../../errors/error.filter.js';
import { withBodyPaths } from '../../errors/body-paths.js';
import { ScrapeBodyV2 } from '../dto/scrape-body.v2.js';
import { OpenlyCheckedBody, type OpenBody } from '../open-body.js';
import { presentPage, type PageReplyV2 } from './page.presenter.js';
import { pageWarnings, parseScrapeBody, BODY_PATHS } from './scrape.requests.js';

export interface ScrapeReplyV2 {
  readonly success: true;
  readonly data: PageReplyV2;
  readonly warning?: string;
  readonly scrape_id: string;
}

/** A stored scrape. */
type ScrapeAgainV2 = Pick<ScrapeReplyV2, 'success' | 'data'>;

@Controller('v2')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilterV2)
export class ScrapeV2Controller {
  constructor(
    private readonly scraper: ScrapeService,
    private readonly recent: RecentScrapes,
    private readonly options: ResolvedOptions,
  ) {}

  /** Scrapes a page. */
  @Post('scrape')
  @HttpCode(200)
  async scrape(
    @OpenlyCheckedBody(ScrapeBodyV2) { body, warnings: unknown }: Checked<OpenBody<ScrapeBodyV2>>,
    @Req() incoming: IncomingRequest,
  ): Promise<ScrapeReplyV2> {
    const { request, warnings, fields } = parseScrapeBody(body);
    const page = await withBodyPaths(BODY_PATHS, () =>
      this.scraper.scrape({ ...request, owner: ownerOf(incoming) }, signalOf(incoming)),
    );
    const all = [...unknown, ...warnings, ...pageWarnings(body, page.fetchedBy, this.options)];
    const scrape = { page, fields: { ...fields, extract: false }, warnings: all, maxPages: request.maxPages };
    const scrapeId = this.recent.keep(ownerOf(incoming), scrape, body.zeroDataRetention !== true);
    return reply(presentPage(page, { fields, scrapeId, warnings: all, maxPages: request.maxPages }));
  }

  /** Returns a scrape of the last hour by its `metadata.scrapeId`. */
  @Get('scrape/:id')
  again(@Param('id') scrapeId: string, @Req() incoming: IncomingRequest): ScrapeAgainV2 {
    const { page, ...scrape } = this.recent.find(ownerOf(incoming), scrapeId);
    const json = scrape.fields.json || scrape.fields.extract; // v1 has two names for it
    return {
      success: true,
      data: presentPage(page, { ...scrape, fields: { ...scrape.fields, json }, scrapeId }),
    };
  }
}

/** The answer to a request for one page. */
export function reply(data: PageReplyV2): ScrapeReplyV2 {
  const { warning, metadata } = data;
  return {
    success: true,
    data,
    ...(warning === undefined ? {} : { warning }),
    scrape_id: String(metadata['scrapeId']),
  };
}
