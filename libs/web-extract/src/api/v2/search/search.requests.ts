import type { SearchPlace, SearchRequest, SearchSource } from '../../../model/search.js';
import { defined } from '../../defined.js';
import { refusal } from '../../pages/page-options.js';
import { toQueryOptions } from '../../pages/search-query.js';
import { toTimeRange } from '../../pages/time-range.js';
import { below, type WireNames } from '../../errors/wire-names.js';
import type { SearchBodyV2 } from '../dto/search-body.v2.js';
import { toPageWish, WIRE_NAMES, type AnswerFields } from '../pages/scrape.requests.js';
import { CATEGORIES, fieldsOfSource, hostOf, sourcesOf, typeOf } from './search-lists.js';

/** A search body as the services understand it: one search a source. */
export interface SearchOrder {
  readonly requests: readonly (SearchRequest & { readonly source: SearchSource })[];
  readonly fields: AnswerFields;
  /** Known categories that were asked for. */
  readonly categories: readonly string[];
  readonly warnings: readonly string[];
}

/** Where the fields of a request stand in the body. */
export const SEARCH_NAMES: WireNames = {
  ...Object.fromEntries(Object.entries(WIRE_NAMES).map(([name, wire]) => [name, `scrapeOptions.${wire}`])),
  timeoutMs: 'timeout',
};

const NO_FIELDS: AnswerFields = { json: false, markdown: false };

/** Without formats no page is read. @throws InvalidRequestError where fields contradict each other */
export function toSearchOrder(body: SearchBodyV2): SearchOrder {
  const { scrapeOptions = {}, includeDomains = [], excludeDomains = [] } = body;
  if (includeDomains.length > 0 && excludeDomains.length > 0) {
    throw refusal('excludeDomains', 'and includeDomains exclude each other');
  }
  const isRead = (scrapeOptions.formats ?? []).length > 0;
  const wish = isRead ? below('scrapeOptions', () => toPageWish(scrapeOptions)) : null;
  const sources = sourcesOf(body.sources);
  const categories = [...new Set((body.categories ?? []).map(typeOf))];
  return {
    requests: sources.map((source) => ({
      ...toRequest(body, source),
      ...(wish && source !== 'images' ? { page: wish.page } : {}),
    })),
    fields: wish?.fields ?? NO_FIELDS,
    categories: categories.filter((category) => CATEGORIES.has(category)),
    warnings: [
      ...tbsWarnings(body, sources),
      ...categories.filter((category) => !CATEGORIES.has(category)).map(unknownCategory),
      ...(wish?.warnings ?? []).map((warning) => `scrapeOptions: ${warning}`),
    ],
  };
}

function toRequest(
  body: SearchBodyV2,
  source: SearchSource,
): SearchRequest & { readonly source: SearchSource } {
  const { query, limit, timeout } = body;
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
