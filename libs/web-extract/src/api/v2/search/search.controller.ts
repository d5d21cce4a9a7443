import { randomUUID } from 'node:crypto';
import { Controller, HttpCode, Post, Req, UseFilters, UseGuards } from '@nestjs/common';
import { ResolvedOptions } from '../../../model/options.js';
import { SearchService } from '../../../services/search/search.service.js';
import { ApiKeyGuard, ownerOf, type IncomingRequest } from '../../gate/api-key.guard.js';
import type { Checked } from '../../bodies/body.js';
import { signalOf } from '../../client/signal-of.js';
import { ErrorFilterV2 } from '../../errors/error.filter.js';
import { withBodyPaths } from '../../errors/body-paths.js';
import { SearchBodyV2 } from '../dto/search-body.v2.js';
import { OpenlyCheckedBody, type OpenBody } from '../open-body.js';
import { presentResults, searchCredits, type ImageItemV2, type NewsItemV2, type WebItemV2 } from './search.presenter.js'; // prettier-ignore
import { SEARCH_NAMES, parseSearchBody } from './search.requests.js';

interface SearchReplyV2 {
  readonly success: true;
  /** Results by requested source. */
  readonly data: {
    readonly web?: readonly WebItemV2[];
    readonly news?: readonly NewsItemV2[];
    readonly images?: readonly ImageItemV2[];
  };
  readonly warning?: string;
  readonly id: string;
  readonly creditsUsed: number;
}

const ONLY_CRAWLED =
  'Only crawled pages are searched: to search the web set SEARXNG_URL, or the option search.searxng';

@Controller('v2')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilterV2)
export class SearchV2Controller {
  constructor(
    private readonly searcher: SearchService,
    private readonly options: ResolvedOptions,
  ) {}

  /** Searches and scrapes the result pages if formats are requested. */
  @Post('search')
  @HttpCode(200)
  async search(
    @OpenlyCheckedBody(SearchBodyV2) { body, warnings: unknown }: Checked<OpenBody<SearchBodyV2>>,
    @Req() incoming: IncomingRequest,
  ): Promise<SearchReplyV2> {
    const order = parseSearchBody(body);
    const found = await withBodyPaths(SEARCH_NAMES, () =>
      this.searcher.searchAll(order.requests, ownerOf(incoming), signalOf(incoming)),
    );
    const data = found.map(({ source, results }) => [source, presentResults(source, results, order)]);
    const warnings = [...unknown, ...order.warnings, ...found.flatMap((one) => one.warnings)];
    if (found.every(({ results }) => results.length === 0)) warnings.push(...this.emptyWarnings());
    return {
      success: true,
      data: Object.fromEntries(data) as SearchReplyV2['data'],
      ...(warnings.length === 0 ? {} : { warning: [...new Set(warnings)].join('. ') }),
      id: randomUUID(),
      creditsUsed: found.reduce((sum, { results }) => sum + searchCredits(results), 0),
    };
  }

  /** A new user finds nothing, because nothing is crawled yet. */
  private emptyWarnings(): string[] {
    const { local, searxng } = this.options.search ?? {};
    return local && !searxng?.url ? [ONLY_CRAWLED] : [];
  }
}
