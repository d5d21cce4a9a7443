import { randomUUID } from 'node:crypto';
import { isJsonObject } from '../../api/bodies/json-object.js';
import { SearchBodyV2 } from '../../api/v2/dto/search-body.v2.js';
import { readOpenBody } from '../../api/v2/open-body.js';
import { presentResults, searchCredits } from '../../api/v2/search/search.presenter.js';
import { SEARCH_NAMES, parseSearchBody } from '../../api/v2/search/search.requests.js';
import { withBodyPaths } from '../../api/errors/body-paths.js';
import { SearchService } from '../../services/search/search.service.js';
import { toPageWords } from './page-words.js';
import { fields, listOf, object, ofPages, text, wholeNumber } from './schemas.js';
import type { Tool } from './tool.js';

const RESULTS = listOf({ type: 'object' }, 'Results, the most relevant first');

export const SEARCH: Tool = {
  name: 'search',
  title: 'Search',
  describe: (nameOf) =>
    `Finds pages by words, and with scrapeOptions reads them at once. Use it when no address is known; then ${nameOf('scrape')} reads a ` +
    `single result. Inside of one site ${nameOf('map')} is better.`,
  input: ({ core }) =>
    fields(
      {
        query: text('Search words'),
        limit: wholeNumber(1, 'Results of each source. Default: 5', 100),
        sources: listOf(
          { anyOf: [{ type: 'string' }, { type: 'object' }] },
          'web, news or images. Default: web',
        ),
        categories: listOf({ anyOf: [{ type: 'string' }, { type: 'object' }] }, 'github, research or pdf'),
        includeDomains: listOf({ type: 'string' }, 'Hosts that results must lie on'),
        excludeDomains: listOf({ type: 'string' }, 'Hosts that results must not lie on'),
        tbs: text('Time, such as qdr:w'),
        location: text('Where the search is made from'),
        scrapeOptions: object(
          ofPages(core.options.browser !== null),
          'How the results are read; without formats they are not',
        ),
      },
      'query',
    ),
  output: fields(
    {
      data: object({ web: RESULTS, news: RESULTS, images: RESULTS }),
      id: text('Of this search'),
      creditsUsed: { type: 'integer' },
      warning: text('Warnings'),
    },
    'data',
    'id',
  ),
  isReading: true,
  isOpenWorld: true,
  isOffered: ({ core }) => core.hasSearch,

  async run(given, { owner, signal }, { core }) {
    const { scrapeOptions, ...rest } = given;
    const read = isJsonObject(scrapeOptions) ? toPageWords(scrapeOptions) : scrapeOptions;
    const { body, warnings: unknown } = readOpenBody(
      SearchBodyV2,
      { ...rest, scrapeOptions: read ?? null },
      core.options,
    );
    const order = parseSearchBody(body);
    const found = await withBodyPaths(SEARCH_NAMES, () =>
      core.get(SearchService).searchAll(order.requests, owner, signal),
    );
    const data = found.map(({ source, results }) => [source, presentResults(source, results, order)]);
    const warnings = new Set([...unknown, ...order.warnings, ...found.flatMap((one) => one.warnings)]);
    return {
      structured: {
        data: Object.fromEntries(data) as object,
        id: randomUUID(),
        creditsUsed: found.reduce((sum, { results }) => sum + searchCredits(results), 0),
        ...(warnings.size === 0 ? {} : { warning: [...warnings].join('. ') }),
      },
      readOn: 'Ask for fewer results, or read them one by one.',
    };
  },
};
