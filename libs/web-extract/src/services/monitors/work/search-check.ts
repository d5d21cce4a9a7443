import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { WebExtractError } from '../../../model/errors.js';
import type { MonitorCheck, PageState } from '../../../model/monitor/check.js';
import type { SearchTarget, SearchWindow } from '../../../model/monitor/monitor.js';
import type {
  OmittedHit,
  SearchHit,
  SearchResult,
  SearchResults,
  SearchTimeRange,
} from '../../../model/search/search.js';
import { SearchService } from '../../search/search.service.js';
import { idOf } from './begin-check.js';
import { basis, resultKey, visited, type CheckedPage, type PagePlace } from './check-page.js';

const DAY_MS = 86_400_000;

/** Providers know hours, days and weeks: the next longer one is requested. */
const RANGES: Readonly<Record<SearchWindow, SearchTimeRange>> = {
  '5m': 'hour',
  '15m': 'hour',
  '1h': 'hour',
  '6h': 'day',
  '24h': 'day',
  '7d': 'week',
};

const WINDOW_MS: Readonly<Record<SearchWindow, number>> = {
  '5m': 300_000,
  '15m': 900_000,
  '1h': 3_600_000,
  '6h': 21_600_000,
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
};

/** Reads the states of pages by key. */
type ReadStates = (keys: readonly string[]) => Promise<Readonly<Record<string, PageState>>>;

interface SearchOutcome {
  readonly pages: readonly CheckedPage[];
  /** Results that were compared. */
  readonly resultCount: number;
  /** The stored states of the pages, in their order. */
  readonly known: readonly (PageState | null)[];
  /** Failed queries, as sentences. */
  readonly problems: readonly string[];
}

/** Compares search results with those of earlier checks. */
@Injectable()
export class SearchCheck {
  constructor(private readonly searches: SearchService) {}

  /** @throws InsufficientCreditsError, RateLimitedError; the reason of the signal */
  async run(
    target: SearchTarget,
    check: MonitorCheck,
    read: ReadStates,
    signal: AbortSignal,
  ): Promise<SearchOutcome> {
    const problems: string[] = [];
    const found = new Map<string, SearchResult>();
    const omitted = new Map<string, OmittedHit>();
    for (const query of target.queries) {
      const answer = await this.search(target, query, check.owner, signal).catch((error: unknown) => {
        if (!isFailure(error)) throw error;
        problems.push(`The search "${query.slice(0, 100)}" failed: ${error.message}`);
        return { results: [], omitted: [] };
      });
      for (const result of answer.results)
        if (!found.has(resultKey(result.url))) found.set(resultKey(result.url), result);
      for (const one of answer.omitted ?? []) omitted.set(resultKey(one.hit.url), one);
    }
    const kept = [...found].slice(0, target.maxResults);
    const left = [...omitted].filter(([key]) => !found.has(key)).slice(0, target.maxResults);
    const states = await read(kept.map(([key]) => key));
    const known = kept.map(([key]) => states[key] ?? null);
    const place = { check, targetId: target.id, nowMs: Date.now() };
    const pages = kept.map(([key, result], at) => {
      const reason = known[at] === null ? reasonToLeave(result, target.searchWindow, place.nowMs) : null;
      return reason ? leftPage(key, result, reason, place) : toResultPage(key, result, known[at]!, place);
    });
    const further = left.map(([key, { hit, reason }]) =>
      leftPage(key, hit, reason === 'excluded' ? IGNORED : REFUSED, place),
    );
    return {
      pages: [...pages, ...further],
      resultCount: pages.length,
      known: [...known, ...further.map(() => null)],
      problems,
    };
  }

  private async search(
    { searchWindow, includeDomains, excludeDomains, maxResults }: SearchTarget,
    query: string,
    owner: string,
    signal: AbortSignal,
  ): Promise<SearchResults> {
    const request = {
      query, limit: maxResults, timeRange: RANGES[searchWindow], webOnly: true, reportsOmitted: true,
      ...(includeDomains.length > 0 ? { sites: includeDomains } : {}),
      ...(excludeDomains.length > 0 ? { withoutSites: excludeDomains } : {}),
    }; // prettier-ignore
    return this.searches.search(request, owner, signal);
  }
}

const isFailure = (error: unknown): error is Error =>
  error instanceof WebExtractError && (error.code === 'SEARCH_FAILED' || error.code === 'SCRAPE_TIMEOUT');

interface LeftReason {
  readonly searchStatus: 'ignored' | 'skipped';
  readonly error: string | null;
}

const IGNORED: LeftReason = { searchStatus: 'ignored', error: null };
const REFUSED: LeftReason = {
  searchStatus: 'skipped',
  error: 'The address of the result may not be fetched',
};
const EMPTY: LeftReason = {
  searchStatus: 'skipped',
  error: 'The provider states neither a title nor a text',
};

/** The reason why a new result is not compared; null if it is. */
function reasonToLeave(
  { title, description, publishedAt = '' }: SearchHit,
  window: SearchWindow,
  nowMs: number,
): LeftReason | null {
  if (title.trim() === '' && description.trim() === '') return EMPTY;
  const at = Date.parse(publishedAt);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(publishedAt.trim());
  const age = nowMs - at - (isDay ? DAY_MS : 0);
  return age > WINDOW_MS[window] ? IGNORED : null; // an unknown time is no reason
}

/** A result that is not compared, and is none of the known pages. */
function leftPage(
  key: string,
  { url, title, description }: SearchHit,
  reason: LeftReason,
  place: PagePlace,
): CheckedPage {
  const nothing = {
    previousScrapeId: null,
    currentScrapeId: null,
    statusCode: null,
    diff: null,
    snapshot: null,
  };
  const metadata = { title, description };
  const page = { ...basis(url, place), ...nothing, ...reason, status: 'same' as const, metadata };
  return { key, markdown: null, page, state: null };
}

function toResultPage(
  key: string,
  result: SearchResult,
  known: PageState | null,
  place: PagePlace,
): CheckedPage {
  const { url, title, description } = result;
  const markdown = [title, description].filter((line) => line !== '').join('\n\n');
  const text = createHash('sha256').update(markdown).digest('base64url').slice(0, 22);
  const status = known === null ? 'new' : known.text === text ? 'same' : 'changed';
  const scrapeId = idOf('visit', place.check.id, place.targetId, url);
  return {
    key,
    markdown,
    page: {
      ...basis(url, place),
      status,
      previousScrapeId: known?.scrapeId ?? null,
      currentScrapeId: scrapeId,
      statusCode: null,
      error: null,
      metadata: { title, description },
      diff: null,
      snapshot: null,
    },
    state: { ...visited(url, scrapeId, status !== 'same', known, place), text },
  };
}
