import type { SearchQuery } from '../../model/search.js';

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
  const base = options.url.replace(/\/+$/, '');
  const url = new URL(/\/search$/.test(base) ? base : `${base}/search`);
  const parameters = {
    q: query.query,
    format: 'json',
    pageno: String(pageNumber),
    language: languageOf(options, query),
    safesearch: String(options.safeSearch),
    categories: options.categories.join(','),
    engines: options.engines.join(','),
    time_range: query.timeRange ? TIME_RANGES[query.timeRange] : '',
  };
  for (const [name, value] of Object.entries(parameters)) if (value !== '') url.searchParams.set(name, value);
  return url.href;
}

/** `de-AT` of language and country; a country alone goes with the host's language. */
function languageOf(options: SearxngOptions, { language, country }: SearchQuery): string {
  if (language === undefined && country === undefined) return options.language;
  const [ownLanguage = 'en'] = options.language.split('-');
  const spoken = language ?? ownLanguage;
  if (country === undefined || spoken.includes('-') || !/^[a-z]{2,3}$/i.test(spoken)) return spoken;
  return spoken === 'all' || spoken === 'auto' ? spoken : `${spoken.toLowerCase()}-${country.toUpperCase()}`;
}
