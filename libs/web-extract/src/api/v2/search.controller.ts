import { randomUUID } from 'node:crypto';
import { Controller, HttpCode, Post, Req, UseFilters, UseGuards } from '@nestjs/common';
import type { SearchSource } from '../../model/search.js';
import { SearchService } from '../../services/search/search.service.js';
import { ApiKeyGuard, ownerOf, type IncomingRequest } from '../api-key.guard.js';
import type { Checked } from '../body.js';
import { ErrorFilterV2 } from '../error.filter.js';
import { inWireNames } from '../wire-names.js';
import { SearchBodyV2 } from './dto/search-body.v2.js';
import { OpenlyCheckedBody, type OpenBody } from './open-body.js';
import { presentResults, searchCredits } from './search.presenter.js';
import { SEARCH_NAMES, toSearchOrder } from './search.requests.js';

export interface SearchReplyV2 {
  readonly success: true;
  /** A list for each source that was asked for. */
  readonly data: Readonly<Partial<Record<SearchSource, readonly object[]>>>;
  readonly warning?: string;
  readonly id: string;
  readonly creditsUsed: number;
}

@Controller('v2')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilterV2)
export class SearchV2Controller {
  constructor(private readonly searcher: SearchService) {}

  @Post('search')
  @HttpCode(200)
  async search(
    @OpenlyCheckedBody(SearchBodyV2) { body, warnings: unknown }: Checked<OpenBody<SearchBodyV2>>,
    @Req() incoming: IncomingRequest,
  ): Promise<SearchReplyV2> {
    const order = toSearchOrder(body);
    const found = await inWireNames(SEARCH_NAMES, () =>
      this.searcher.searchAll(order.requests, ownerOf(incoming)),
    );
    const data = found.map(({ source, results }) => [source, presentResults(source, results, order)]);
    const warnings = [...unknown, ...order.warnings, ...found.flatMap((one) => one.warnings)];
    return {
      success: true,
      data: Object.fromEntries(data) as SearchReplyV2['data'],
      ...(warnings.length === 0 ? {} : { warning: [...new Set(warnings)].join('. ') }),
      id: randomUUID(),
      creditsUsed: found.reduce((sum, { results }) => sum + searchCredits(results), 0),
    };
  }
}
