import type { SearchPlace, SearchRequest, SearchSource } from '../../../model/search/search.js';
import { defined } from '../../defined.js';
import { refusal } from '../../pages/page-options.js';
import { toQueryOptions } from '../../pages/search-query.js';
import { toTimeRange } from '../../pages/time-range.js';
import { prefixPath, type BodyPaths } from '../../errors/body-paths.js';
import type { SearchBodyV2 } from '../dto/search-body.v2.js';
import {
  parsePageOptions,
  BODY_PATHS,
  type AnswerFields,
  type ParsedPageOptions,
} from '../pages/scrape.requests.js';
import { CATEGORIES, fieldsOfSource, hostOf, sourcesOf, typeOf } from './search-lists.js';

/** A search body as the services understand it: one search a source. */
export interface ParsedSearchBody {
  readonly requests: readonly (SearchRequest & { readonly source: SearchSource })[];
  readonly fields: AnswerFields;
  /** True to use passages of pages as descriptions. */
  readonly hasPassages: boolean;
  /** Requested categories that are known. */
  readonly categories: readonly string[];
  readonly warnings: readonly string[];
}

/** Body fields of the request. */
export const SEARCH_NAMES: BodyPaths = {
  ...Object.fromEntries(Object.entries(BODY_PATHS).map(([name, wire]) => [name, `scrapeOptions.${wire}`])),
  timeoutMs: 'timeout',
};

const DEFAULT_LIMIT = 10;
const NO_FIELDS: AnswerFields = { json: false, markdown: false };

/** Without formats no page is read. @throws InvalidRequestError where fields contradict each other */
export function parseSearchBody(body: SearchBodyV2): ParsedSearchBody {
  const { scrapeOptions = {}, includeDomains = [], excludeDomains = [] } = body;
  if (includeDomains.length > 0 && excludeDomains.length > 0) {
    throw refusal('excludeDomains', 'and includeDomains exclude each other');
  }
  const isRead = (scrapeOptions.formats ?? []).length > 0;
  const wish = isRead ? prefixPath('scrapeOptions', () => parsePageOptions(scrapeOptions)) : null;
  const hasPassages =
    wish !== null && body.highlights !== false && !wish.page.formats?.includes('highlights');
  const page = wish && { ...wish.page, ...(hasPassages ? passagesFor(body.query, wish.page) : {}) };
  const sources = sourcesOf(body.sources);
  const categories = [...new Set((body.categories ?? []).map(typeOf))];
  return {
    requests: sources.map((source) => ({
      ...toRequest(body, source),
      ...(page && source !== 'images' ? { page } : {}),
    })),
    fields: wish?.fields ?? NO_FIELDS,
    hasPassages,
    categories: categories.filter((category) => CATEGORIES.has(category)),
    warnings: [
      ...tbsWarnings(body, sources),
      ...categories.filter((category) => !CATEGORIES.has(category)).map(unknownCategory),
      ...(wish?.warnings ?? []).map((warning) => `scrapeOptions: ${warning}`),
    ],
  };
}

/** Has the passages of a page found that share words with the query. */
const passagesFor = (
  query: string,
  { formats = [] }: Pick<ParsedPageOptions['page'], 'formats'>,
): Pick<ParsedPageOptions['page'], 'formats' | 'highlightsFor'> => ({
  formats: [...formats, 'highlights'],
  highlightsFor: query,
});

function toRequest(
  body: SearchBodyV2,
  source: SearchSource,
): SearchRequest & { readonly source: SearchSource } {
  const { query, limit = DEFAULT_LIMIT, timeout } = body;
  const { includeDomains = [], excludeDomains = [] } = body;
  return {
    query,
    source,
    ...toQueryOptions({ ...body, ...fieldsOfSource(body.sources, source) }),
    ...defined({ limit, timeoutMs: timeout }),
    places: placesOf(body, source),
    sites: includeDomains.map(hostOf),
    withoutSites: excludeDomains.map(hostOf),
  };
}

/** Categories are kinds of pages of the web. */
function placesOf({ categories = [] }: SearchBodyV2, source: SearchSource): SearchPlace[] {
  return source === 'web' ? categories.flatMap((one) => CATEGORIES.get(typeOf(one)) ?? []) : [];
}

function tbsWarnings({ tbs, sources: entries }: SearchBodyV2, sources: readonly SearchSource[]): string[] {
  const all = [tbs, ...sources.map((source) => fieldsOfSource(entries, source).tbs)];
  const unusable = all.filter((one): one is string => !!one && toTimeRange(one) === undefined);
  return [...new Set(unusable)].map((one) => `tbs ${JSON.stringify(one)} is not supported`);
}

const unknownCategory = (category: string): string =>
  `The category ${JSON.stringify(category.slice(0, 60))} is not known and was ignored`;
