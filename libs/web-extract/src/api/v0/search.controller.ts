import { Controller, HttpCode, Post, Req, UseFilters, UseGuards } from '@nestjs/common';
import { SearchService } from '../../services/search/search.service.js';
import { ApiKeyGuard, ownerOf, type IncomingRequest } from '../gate/api-key.guard.js';
import { CheckedBody, type Checked } from '../bodies/body.js';
import { signalOf } from '../client/signal-of.js';
import { ErrorFilter } from '../errors/error.filter.js';
import { withBodyPaths } from '../errors/body-paths.js';
import { SearchBodyV0 } from './dto/search-body.v0.js';
import { presentSearch, type SearchItemV0 } from './search.presenter.js';
import { SEARCH_NAMES, toSearchRequest } from './search.requests.js';

interface SearchReplyV0 {
  readonly success: true;
  readonly data: readonly SearchItemV0[];
}

@Controller('v0')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilter)
export class SearchV0Controller {
  constructor(private readonly searcher: SearchService) {}

  /** Searches the web and scrapes the result pages. */
  @Post('search')
  @HttpCode(200)
  async search(
    @CheckedBody(SearchBodyV0, 'ignore') body: Checked<SearchBodyV0>,
    @Req() request: IncomingRequest,
  ): Promise<SearchReplyV0> {
    const { results } = await withBodyPaths(SEARCH_NAMES, () =>
      this.searcher.search(toSearchRequest(body), ownerOf(request), signalOf(request)),
    );
    return { success: true, data: presentSearch(results, body.pageOptions) };
  }
}
