import { Controller, HttpCode, Post, Req, UseFilters, UseGuards } from '@nestjs/common';
import { SearchService } from '../../../services/search/search.service.js';
import { ApiKeyGuard, ownerOf, type IncomingRequest } from '../../gate/api-key.guard.js';
import { CheckedBody, type Checked } from '../../bodies/body.js';
import { signalOf } from '../../client/signal-of.js';
import { ErrorFilter } from '../../errors/error.filter.js';
import { withBodyPaths } from '../../errors/body-paths.js';
import { SearchBodyV1 } from '../dto/search-body.v1.js';
import { fieldsOf } from '../extraction/extraction.requests.js';
import { SearchSwitch } from './search-switch.guard.js';
import { presentResult, type SearchItemV1 } from './search.presenter.js';
import { parseSearchBody } from './search.requests.js';

interface SearchReplyV1 {
  readonly success: true;
  readonly data: readonly SearchItemV1[];
  readonly warning?: string;
}

const NO_RESULTS = 'No results found';

@Controller('v1')
@UseGuards(ApiKeyGuard, SearchSwitch)
@UseFilters(ErrorFilter)
export class SearchV1Controller {
  constructor(private readonly searcher: SearchService) {}

  /** Searches the web and scrapes the result pages if formats are requested. */
  @Post('search')
  @HttpCode(200)
  async search(
    @CheckedBody(SearchBodyV1, 'refuse') body: Checked<SearchBodyV1>,
    @Req() incoming: IncomingRequest,
  ): Promise<SearchReplyV1> {
    const { request, names, warnings } = parseSearchBody(body);
    const found = await withBodyPaths(names, () =>
      this.searcher.search(request, ownerOf(incoming), signalOf(incoming)),
    );
    const data = found.results.map((result) => presentResult(result, fieldsOf(body.scrapeOptions ?? {})));
    const all = [...warnings, ...found.warnings, ...(data.length === 0 ? [NO_RESULTS] : [])];
    return { success: true, data, ...(all.length === 0 ? {} : { warning: all.join('. ') }) };
  }
}
