import {
  Controller, Get, HttpCode, Param, Post, Req, UseFilters, UseGuards,
} from '@nestjs/common'; // prettier-ignore
import { RecentScrapes } from '../../../services/recent-scrapes.js';
import { ScrapeService } from '../../../services/scrape.service.js';
import { ApiKeyGuard, ownerOf, type IncomingRequest } from '../../gate/api-key.guard.js';
import { CheckedBody, type Checked } from '../../bodies/body.js';
import { signalOf } from '../../client/signal-of.js';
import { ErrorFilter } from '../../errors/error.filter.js';
import { withBodyPaths } from '../../errors/body-paths.js';
import { ScrapeBodyV1 } from '../dto/scrape-body.v1.js';
import { presentPage, type PageReplyV1 } from './page.presenter.js';
import { parseScrapeBody } from './scrape.requests.js';

export interface ScrapeReplyV1 {
  readonly success: true;
  readonly data: PageReplyV1;
  readonly warning?: string;
}

@Controller('v1')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilter)
export class V1Controller {
  constructor(
    private readonly scraper: ScrapeService,
    private readonly recent: RecentScrapes,
  ) {}

  /** Scrapes a page. */
  @Post('scrape')
  @HttpCode(200)
  async scrape(
    @CheckedBody(ScrapeBodyV1, 'refuse') body: Checked<ScrapeBodyV1>,
    @Req() incoming: IncomingRequest,
  ): Promise<ScrapeReplyV1> {
    const { request, warnings, fields, names } = parseScrapeBody(body);
    const page = await withBodyPaths(names, () =>
      this.scraper.scrape({ ...request, owner: ownerOf(incoming) }, signalOf(incoming)),
    );
    const scrape = { page, fields, warnings, maxPages: request.maxPages };
    const id = this.recent.keep(ownerOf(incoming), scrape, body.zeroDataRetention !== true);
    const data = presentPage(page, warnings, fields, id);
    return { success: true, data, ...(data.warning === undefined ? {} : { warning: data.warning }) };
  }

  /** Returns a scrape of the last hour by its `metadata.scrapeId`. */
  @Get('scrape/:id')
  again(@Param('id') id: string, @Req() incoming: IncomingRequest): ScrapeReplyV1 {
    const { page, warnings, fields } = this.recent.find(ownerOf(incoming), id);
    return { success: true, data: presentPage(page, warnings, fields, id) };
  }
}
