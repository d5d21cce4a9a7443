import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { WebExtractError } from '../../../model/errors.js';
import type { MonitorCheck, PageState } from '../../../model/monitor/check.js';
import type { SearchTarget, SearchWindow } from '../../../model/monitor/monitor.js';
import type { SearchResult, SearchTimeRange } from '../../../model/search/search.js';
import { SearchService } from '../../search/search.service.js';
import { idOf } from './begin-check.js';
import { basis, resultKey, visited, type CheckedPage, type PagePlace } from './check-page.js';

/** Providers know hours, days and weeks: the next longer one is requested. */
const RANGES: Readonly<Record<SearchWindow, SearchTimeRange>> = {
  '5m': 'hour',
  '15m': 'hour',
  '1h': 'hour',
  '6h': 'day',
  '24h': 'day',
  '7d': 'week',
};

/** Reads the states of pages by key. */
type ReadStates = (keys: readonly string[]) => Promise<Readonly<Record<string, PageState>>>;

interface SearchOutcome {
  readonly pages: readonly CheckedPage[];
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
    for (const query of target.queries) {
      const results = await this.search(target, query, check.owner, signal).catch((error: unknown) => {
        if (!isFailure(error)) throw error;
        problems.push(`The search "${query.slice(0, 100)}" failed: ${error.message}`);
        return [];
      });
      for (const result of results)
        if (!found.has(resultKey(result.url))) found.set(resultKey(result.url), result);
    }
    const kept = [...found].slice(0, target.maxResults);
    const states = await read(kept.map(([key]) => key));
    const known = kept.map(([key]) => states[key] ?? null);
    const place = { check, targetId: target.id, nowMs: Date.now() };
    const pages = kept.map(([key, result], at) => toResultPage(key, result, known[at]!, place));
    return { pages, known, problems };
  }

  private async search(
    { searchWindow, includeDomains, excludeDomains, maxResults }: SearchTarget,
    query: string,
    owner: string,
    signal: AbortSignal,
  ): Promise<readonly SearchResult[]> {
    const request = {
      query, limit: maxResults, timeRange: RANGES[searchWindow], webOnly: true,
      ...(includeDomains.length > 0 ? { sites: includeDomains } : {}),
      ...(excludeDomains.length > 0 ? { withoutSites: excludeDomains } : {}),
    }; // prettier-ignore
    return (await this.searches.search(request, owner, signal)).results;
  }
}

const isFailure = (error: unknown): error is Error =>
  error instanceof WebExtractError && (error.code === 'SEARCH_FAILED' || error.code === 'SCRAPE_TIMEOUT');

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
