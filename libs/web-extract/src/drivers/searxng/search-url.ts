import type { SearchPlace, SearchQuery } from '../../model/search/search.js';
import { withoutSlashes } from '../../model/cut-text.js';

/** Address and settings of the instance. */
export interface SearxngOptions {
  /** Base URL of the instance. */
  readonly url: string;
  readonly categories: readonly string[];
  readonly engines: readonly string[];
  /** Default language of a search. */
  readonly language: string;
  /** 0: off, 1: moderate, 2: strict. */
  readonly safeSearch: number;
  /** Further parameters of web searches, by their names in SearXNG. */
  readonly params?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

const TIME_RANGES = { hour: 'day', day: 'day', week: 'week', month: 'month', year: 'year' } as const;

/** URL of one result page as JSON. Empty parameters are omitted, so the settings of the instance apply. */
export function searchUrl(options: SearxngOptions, query: SearchQuery, pageNumber: number): string {
  const base = withoutSlashes(options.url);
  const url = new URL(/\/search$/.test(base) ? base : `${base}/search`);
  const parameters = {
    ...(sourceOf(query) === 'web' ? options.params : {}),
    q: wordsOf(query),
    format: 'json',
    pageno: String(pageNumber),
    language: languageOf(options, query),
    safesearch: String(options.safeSearch),
    categories: categoriesOf(options, query),
    engines: sourceOf(query) === 'web' ? options.engines.join(',') : '',
    ...(query.timeRange ? { time_range: TIME_RANGES[query.timeRange] } : {}),
  };
  for (const [name, value] of Object.entries(parameters)) if (value !== '') url.searchParams.set(name, value);
  return url.href;
}

const sourceOf = ({ source = 'web' }: SearchQuery) => source;

/** The host's own categories and engines apply to web searches. */
function categoriesOf({ categories }: SearxngOptions, query: SearchQuery): string {
  const source = sourceOf(query);
  return source === 'web' ? categories.join(',') : source;
}

/** Sites and places are sent as the search operators that most engines support. */
function wordsOf({ query, places = [], sites = [], withoutSites = [] }: SearchQuery): string {
  const wanted = [places, sites.map((site) => ({ site }))].filter((list) => list.length > 0);
  return [query, ...wanted.map(oneOf), ...withoutSites.map((site) => `-site:${site}`)].join(' ');
}

function oneOf(places: readonly SearchPlace[]): string {
  const words = places.map((place) =>
    'site' in place ? `site:${place.site}` : `filetype:${place.fileType}`,
  );
  return words.length === 1 ? words[0]! : `(${words.join(' OR ')})`;
}

/** `de-AT` for a language with a country; a country alone is combined with the default language. */
function languageOf(options: SearxngOptions, { language, country }: SearchQuery): string {
  if (language === undefined && country === undefined) return options.language;
  const [ownLanguage = 'en'] = options.language.split('-');
  const spoken = language ?? ownLanguage;
  if (country === undefined || spoken.includes('-') || !/^[a-z]{2,3}$/i.test(spoken)) return spoken;
  return spoken === 'all' || spoken === 'auto' ? spoken : `${spoken.toLowerCase()}-${country.toUpperCase()}`;
}
