import { boolean, httpUrl, integerFrom, must, text, texts, textsByName } from './kinds.js';
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
   * Parameters of web searches, by their names in SearXNG: `categories` (`general,news`), `engines`
   * (`duckduckgo,bing`), `language` (`de`, `pt-BR`, `all`), `safesearch` (`0` off, `1` moderate, `2` strict). The
   * language of a request has precedence.
   * @default {}
   */
  params: textsByName.or({}),

  /**
   * Categories to search.
   * @deprecated use `params.categories`
   */
  categories: texts
    .defaultFrom((beside) => listOf(paramOf(beside, 'categories')))
    .deprecated("set search.searxng.params: { categories: 'general,news' }"),

  /**
   * Engines to query.
   * @deprecated use `params.engines`
   */
  engines: texts
    .defaultFrom((beside) => listOf(paramOf(beside, 'engines')))
    .deprecated("set search.searxng.params: { engines: 'duckduckgo' }"),

  /**
   * Default language of results.
   * @deprecated use `params.language`
   */
  language: text
    .defaultFrom((beside) => paramOf(beside, 'language') ?? 'en-US')
    .deprecated("set search.searxng.params: { language: 'de' }"),

  /**
   * Safe search level.
   * @deprecated use `params.safesearch`
   */
  safeSearch: option<0 | 1 | 2>(must((value) => [0, 1, 2].includes(value as number), 'must be 0, 1 or 2'))
    .defaultFrom((beside) => Number(paramOf(beside, 'safesearch') ?? 0) as 0 | 1 | 2)
    .deprecated("set search.searxng.params: { safesearch: '1' }"),

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

type Params = Readonly<Record<string, string>>;

const paramOf = (beside: object, name: string): string | undefined =>
  (beside as { params?: Params }).params?.[name];

const listOf = (text = ''): readonly string[] => text.split(',').filter((name) => name.trim() !== '');

/** Reports an instance without a URL, which would silently never be queried. */
function withAddress(given: SearxngOptions): string[] {
  const isPointless = given.url === undefined && Object.keys(given).some((name) => name !== 'url');
  return isPointless ? ['search.searxng.url is required'] : [];
}
