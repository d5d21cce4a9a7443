import { boolean, httpUrl, integerFrom, must, text, texts } from './kinds.js';
import { option } from './option.js';
import { group, type OptionsOf } from './option-table.js';

const SEARXNG = {
  /**
   * Address of the instance, on a private network too: it need not be in `allowPrivate`. Absent: the web is not searched.
   * @default none
   */
  url: httpUrl,

  /**
   * Categories that are searched, such as `general` or `news`.
   * @default as the instance is set up
   */
  categories: texts.orBy(() => []),

  /**
   * Engines that are asked, such as `duckduckgo`.
   * @default as the instance is set up
   */
  engines: texts.orBy(() => []),

  /**
   * Language of results where a search states none, such as `de`, `pt-BR` or `all`.
   * @default 'en-US'
   */
  language: text.or('en-US'),

  /**
   * Filter of results: 0 off, 1 moderate, 2 strict.
   * @default 0
   */
  safeSearch: option<0 | 1 | 2>(must((value) => [0, 1, 2].includes(value as number), 'must be 0, 1 or 2')).or(
    0,
  ),

  /**
   * Longest time for the instance to answer one search in milliseconds, at least 1.
   * @default 10_000
   */
  timeoutMs: integerFrom(1).or(10_000),
};

const SEARCH = {
  /**
   * Search the pages that the caller's own crawls collected, while their results are kept: the newest 20,000 of each key, as far as
   * a twelfth of the heap limit has room for their words.
   * @default false
   */
  local: boolean.or(false),

  /** The web, by a SearXNG instance. */
  searxng: group(SEARXNG, { also: withAddress }).as<SearxngOptions>(),
};

/** Searches of the web, and of what was crawled. */
export const SEARCH_OPTIONS = {
  /** Where searches look. Absent: searching answers NOT_CONFIGURED. */
  search: group(SEARCH).as<SearchOptions>(),
};

/** A SearXNG instance that searches the web. Its settings must list json among `search.formats`. */
export interface SearxngOptions extends OptionsOf<typeof SEARXNG> {}

/** Where searches look. Both may be set: their hits become one list. */
export interface SearchOptions extends OptionsOf<typeof SEARCH> {}

/** An instance without an address would never be asked, and nobody would notice. */
function withAddress(given: SearxngOptions): string[] {
  const isPointless = given.url === undefined && Object.keys(given).some((name) => name !== 'url');
  return isPointless ? ['search.searxng.url must say which instance is asked'] : [];
}
