import { randomUUID } from 'node:crypto';
import { Controller, HttpCode, Post, Req, UseFilters, UseGuards } from '@nestjs/common';
import { ScrapeService } from '../../services/scrape.service.js';
import { ApiKeyGuard, ownerOf, type IncomingRequest } from '../api-key.guard.js';
import type { Checked } from '../body.js';
import { ErrorFilterV2 } from '../error.filter.js';
import { inWireNames } from '../wire-names.js';
import { ScrapeBodyV2 } from './dto/scrape-body.v2.js';
import { OpenlyCheckedBody, type OpenBody } from './open-body.js';
import { presentPage, type PageReplyV2 } from './page.presenter.js';
import { pageWarnings, toScrapeOrder, WIRE_NAMES } from './scrape.requests.js';

export interface ScrapeReplyV2 {
  readonly success: true;
  readonly data: PageReplyV2;
  readonly warning?: string;
  readonly scrape_id: string;
}

@Controller('v2')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilterV2)
export class ScrapeV2Controller {
  constructor(private readonly scraper: ScrapeService) {}

  @Post('scrape')
  @HttpCode(200)
  async scrape(
    @OpenlyCheckedBody(ScrapeBodyV2) { body, warnings: unknown }: Checked<OpenBody<ScrapeBodyV2>>,
    @Req() incoming: IncomingRequest,
  ): Promise<ScrapeReplyV2> {
    const { request, warnings, fields } = toScrapeOrder(body);
    const page = await inWireNames(WIRE_NAMES, () =>
      this.scraper.scrape({ ...request, owner: ownerOf(incoming) }),
    );
    const all = [...unknown, ...warnings, ...pageWarnings(body, page.fetchedBy)];
    return reply(
      presentPage(page, { fields, scrapeId: randomUUID(), warnings: all, maxPages: request.maxPages }),
    );
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
