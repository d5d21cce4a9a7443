import { boolean, httpUrl, integerFrom, must, text, texts } from './kinds.js';
import { option } from './option.js';
import { group, type OptionsOf } from './option-table.js';

const SEARXNG = {
  /**
   * URL of the instance. A private address does not have to be listed in `allowPrivate`. Absent: web search
   * is disabled.
   * @default none
   */
  url: httpUrl,

  /**
   * Categories to search, such as `general` or `news`.
   * @default the settings of the instance
   */
  categories: texts.defaultFrom(() => []),

  /**
   * Engines to query, such as `duckduckgo`.
   * @default the settings of the instance
   */
  engines: texts.defaultFrom(() => []),

  /**
   * Default language of results, such as `de`, `pt-BR` or `all`.
   * @default 'en-US'
   */
  language: text.or('en-US'),

  /**
   * Safe search level: 0 off, 1 moderate, 2 strict.
   * @default 0
   */
  safeSearch: option<0 | 1 | 2>(must((value) => [0, 1, 2].includes(value as number), 'must be 0, 1 or 2')).or(
    0,
  ),

  /**
   * Timeout of one search request to the instance in milliseconds, at least 1.
   * @default 10_000
   */
  timeoutMs: integerFrom(1).or(10_000),
};

const SEARCH = {
  /**
   * Search the pages that the crawls of the same owner collected, until their results expire: the newest
   * 20,000 of each key, within an index of at most a twelfth of the heap limit.
   * @default false
   */
  local: boolean.or(false),

  /** Web search with a SearXNG instance. */
  searxng: group(SEARXNG, { also: withAddress }).as<SearxngOptions>(),
};

/** Search of the web and of crawled pages. */
export const SEARCH_OPTIONS = {
  /** Search providers. Absent: searches fail with NOT_CONFIGURED. */
  search: group(SEARCH).as<SearchOptions>(),
};

/** A SearXNG instance for web search. Its settings must list json among `search.formats`. */
export interface SearxngOptions extends OptionsOf<typeof SEARXNG> {}

/** Search providers. With both set, their results are merged into one list. */
export interface SearchOptions extends OptionsOf<typeof SEARCH> {}

/** Reports an instance without a URL, which would silently never be queried. */
function withAddress(given: SearxngOptions): string[] {
  const isPointless = given.url === undefined && Object.keys(given).some((name) => name !== 'url');
  return isPointless ? ['search.searxng.url must say which instance is asked'] : [];
}
