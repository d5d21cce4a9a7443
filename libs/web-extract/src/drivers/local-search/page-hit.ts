import { liesIn, liesWithin } from '../../model/lies-within.js';
import type { SearchHit, SearchQuery, SearchTimeRange } from '../../model/search/search.js';
import { excerpt, wordsFound } from './excerpt.js';
import { descriptionOf, textOf, titleOf, type SearchablePage } from './page-words.js';

const DAY_MS = 86_400_000;
const AGES_MS: Readonly<Record<SearchTimeRange, number>> = {
  hour: DAY_MS / 24,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 31 * DAY_MS,
  year: 366 * DAY_MS,
};

/** Earliest date of pages, as epoch time; -Infinity without a time range. */
export const earliestOf = ({ timeRange }: SearchQuery): number =>
  timeRange ? Date.now() - AGES_MS[timeRange] : -Infinity;

/** The time when a page says it was written, null if it states no date. */
export function writtenAt({ metadata }: SearchablePage): number | null {
  const time = Date.parse((metadata.modifiedAt ?? metadata.publishedAt ?? '').slice(0, 100));
  return Number.isNaN(time) ? null : time;
}

/** True if a URL is on the sites and in the places that a search is restricted to. */
export function isInPlace(url: string, query: SearchQuery): boolean {
  const { places = [] } = query;
  return liesWithin(url, query) && (places.length === 0 || places.some((place) => liesIn(url, place)));
}

/** @param stems the words of the search */
export function hitOf(page: SearchablePage, stems: ReadonlySet<string>): SearchHit {
  return {
    url: page.url,
    title: titleOf(page) || page.url,
    description: answerOf(page, stems),
    provider: 'local',
  };
}

/** The description of a page, or a passage with more words of the search: many sites have one description for all pages. */
function answerOf(page: SearchablePage, stems: ReadonlySet<string>): string {
  const description = descriptionOf(page);
  const found = description === null ? -1 : wordsFound(description, stems);
  if (description !== null && found === stems.size) return description;
  const passage = excerpt(textOf(page), stems);
  return description === null || wordsFound(passage, stems) > found ? passage : description;
}
