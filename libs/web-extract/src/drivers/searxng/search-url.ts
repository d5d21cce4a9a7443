import type { SearchPlace, SearchQuery } from '../../model/search/search.js';
import { withoutSlashes } from '../../model/cut-text.js';

/** Which instance is asked, and how. */
export interface SearxngOptions {
  /** Address of the instance, with its path where it has one. */
  readonly url: string;
  readonly categories: readonly string[];
  readonly engines: readonly string[];
  /** Where a search states none. */
  readonly language: string;
  /** 0 off, 1 moderate, 2 strict. */
  readonly safeSearch: number;
  readonly timeoutMs: number;
}

const TIME_RANGES = { hour: 'day', day: 'day', week: 'week', month: 'month', year: 'year' } as const;

/** The address of one page of results as JSON. What is empty is left out: the instance's own settings count then. */
export function searchUrl(options: SearxngOptions, query: SearchQuery, pageNumber: number): string {
  const base = withoutSlashes(options.url);
  const url = new URL(/\/search$/.test(base) ? base : `${base}/search`);
  const parameters = {
    q: wordsOf(query),
    format: 'json',
    pageno: String(pageNumber),
    language: languageOf(options, query),
    safesearch: String(options.safeSearch),
    categories: categoriesOf(options, query),
    engines: sourceOf(query) === 'web' ? options.engines.join(',') : '',
    time_range: query.timeRange ? TIME_RANGES[query.timeRange] : '',
  };
  for (const [name, value] of Object.entries(parameters)) if (value !== '') url.searchParams.set(name, value);
  return url.href;
}

const sourceOf = ({ source = 'web' }: SearchQuery) => source;

/** The host's own choice of categories and engines is one for the web. */
function categoriesOf({ categories }: SearxngOptions, query: SearchQuery): string {
  const source = sourceOf(query);
  return source === 'web' ? categories.join(',') : source;
}

/** Places go to the engines in the operators that most of them know. */
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

/** `de-AT` of language and country; a country alone goes with the host's language. */
function languageOf(options: SearxngOptions, { language, country }: SearchQuery): string {
  if (language === undefined && country === undefined) return options.language;
  const [ownLanguage = 'en'] = options.language.split('-');
  const spoken = language ?? ownLanguage;
  if (country === undefined || spoken.includes('-') || !/^[a-z]{2,3}$/i.test(spoken)) return spoken;
  return spoken === 'all' || spoken === 'auto' ? spoken : `${spoken.toLowerCase()}-${country.toUpperCase()}`;
}
