import { Controller, Get, HttpCode, Post, Req, UseFilters, UseGuards } from '@nestjs/common';
import { ScrapeService } from '../../services/scrape.service.js';
import { ApiKeyGuard, ownerOf, type IncomingRequest } from '../gate/api-key.guard.js';
import { CheckedBody, type Checked } from '../bodies/body.js';
import { signalOf } from '../client/signal-of.js';
import { ErrorFilter } from '../errors/error.filter.js';
import { withBodyPaths } from '../errors/body-paths.js';
import { ScrapeBodyV0 } from './dto/scrape-body.v0.js';
import { presentPage, type PageReplyV0 } from './page.presenter.js';
import { toPageRequest, BODY_PATHS } from './scrape.requests.js';

interface ScrapeReplyV0 {
  readonly success: true;
  readonly data: PageReplyV0;
}

@Controller('v0')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilter)
export class V0Controller {
  constructor(private readonly scraper: ScrapeService) {}

  /** Scrapes a page. */
  @Post('scrape')
  @HttpCode(200)
  async scrape(
    @CheckedBody(ScrapeBodyV0, 'ignore') body: Checked<ScrapeBodyV0>,
    @Req() incoming: IncomingRequest,
  ): Promise<ScrapeReplyV0> {
    const request = { ...toPageRequest(body), owner: ownerOf(incoming) };
    const page = await withBodyPaths(BODY_PATHS, () => this.scraper.scrape(request, signalOf(incoming)));
    return { success: true, data: presentPage(page, body.pageOptions) };
  }

  /** Checks that the key is accepted. */
  @Get('keyAuth')
  keyAuth(): { readonly success: true } {
    return { success: true };
  }
}
