import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { searchTerms, stem } from '../../engine/links/search-terms.js';
import { SearchFailedError, UnavailableError } from '../../model/errors.js';
import { liesIn, liesWithin } from '../../model/lies-within.js';
import type { SearchAnswer, SearchHit, SearchQuery, SearchTimeRange } from '../../model/search.js';
import type { CrawlStore } from '../../ports/crawl-store.port.js';
import { SearchProvider } from '../../ports/search-provider.port.js';
import { excerpt } from './excerpt.js';
import { OwnerIndex } from './owner-index.js';
import { textOf, titleOf } from './page-fields.js';
import type { IndexedPage } from './page-index.js';

/** Newest pages of one owner that are searched. */
const MAX_PAGES_PER_OWNER = 20_000;
/** Of all owners together; indexes that were not asked for the longest time make room. */
const MAX_PAGES = 40_000;
/** Part of a search's time that it waits for pages not yet in the index. */
const REFRESH_SHARE = 0.5;

const DAY_MS = 86_400_000;
const AGES_MS: Readonly<Record<SearchTimeRange, number>> = {
  hour: DAY_MS / 24,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 31 * DAY_MS,
  year: 366 * DAY_MS,
};

interface LocalSearchOptions {
  /** @default 20_000 */
  readonly maxPagesPerOwner?: number;
  /** @default 40_000 */
  readonly maxPages?: number;
}

/**
 * Searches the pages that an owner's own crawls collected, as long as their results are kept. Nothing leaves the process.
 *
 * The index is made of what the CrawlStore has when somebody searches, so that it needs no care of its own: pages are found once
 * they are stored, after a restart too, and are gone when their crawl has expired. Languages and countries are not told apart.
 */
@Injectable()
export class LocalSearchProvider extends SearchProvider implements BeforeApplicationShutdown {
  /** The one asked last is the last. */
  private readonly indexes = new Map<string, OwnerIndex>();
  private readonly closing = new AbortController();

  constructor(
    private readonly store: CrawlStore,
    private readonly options: LocalSearchOptions = {},
  ) {
    super();
  }

  async search(
    query: SearchQuery,
    owner: string,
    budgetMs: number,
    signal: AbortSignal,
  ): Promise<SearchAnswer> {
    if (query.source !== undefined && query.source !== 'web') return { hits: [], warnings: [] }; // crawls collect pages
    const index = this.indexOf(owner);
    const isCurrent = await this.refresh(index, budgetMs * REFRESH_SHARE, signal);
    this.makeRoom(owner);
    const notBefore = query.timeRange ? Date.now() - AGES_MS[query.timeRange] : -Infinity;
    const found = index.pages.search(query.query, ({ writtenAt }) => (writtenAt ?? Infinity) >= notBefore);
    const stems = new Set(searchTerms(query.query).map(stem));
    const hits = await Promise.all(found.slice(0, query.limit).map((place) => this.toHit(place, stems)));
    return {
      hits: hits.filter((hit) => hit !== null).filter(({ url }) => liesAsAsked(url, query)),
      warnings: isCurrent ? [] : ['Not all crawled pages are in the index of the local search yet'],
    };
  }

  /** Indexing ends with the application. */
  beforeApplicationShutdown(): void {
    this.closing.abort(new UnavailableError('shutting down'));
    this.indexes.clear();
  }

  private indexOf(owner: string): OwnerIndex {
    const { maxPagesPerOwner = MAX_PAGES_PER_OWNER } = this.options;
    const index = this.indexes.get(owner) ?? new OwnerIndex(this.store, owner, maxPagesPerOwner);
    this.indexes.delete(owner);
    this.indexes.set(owner, index);
    return index;
  }

  /** @returns whether everything is in the index; what is not goes on being added */
  private async refresh(index: OwnerIndex, longestMs: number, signal: AbortSignal): Promise<boolean> {
    const enough = new AbortController();
    const late = sleep(longestMs, false, { signal: AbortSignal.any([signal, enough.signal]) });
    try {
      return await Promise.race([index.refresh(this.closing.signal).then(() => true), late]);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw new SearchFailedError('the crawled pages cannot be read', { cause: error });
    } finally {
      enough.abort();
      late.catch(() => {}); // ended by us
    }
  }

  /** Drops indexes of others until there is room. */
  private makeRoom(owner: string): void {
    const { maxPages = MAX_PAGES } = this.options;
    let sum = [...this.indexes.values()].reduce((total, { pages }) => total + pages.size, 0);
    for (const [name, { pages }] of this.indexes) {
      if (sum <= maxPages) return;
      if (name === owner) continue;
      this.indexes.delete(name);
      sum -= pages.size;
    }
  }

  /** null when the page has expired since. */
  private async toHit(
    { crawlId, position }: IndexedPage,
    stems: ReadonlySet<string>,
  ): Promise<SearchHit | null> {
    const { pages } = await this.store.results.pages(crawlId, {
      from: position,
      maxPages: 1,
      maxBytes: Infinity,
    });
    const [page] = pages;
    if (!page) return null;
    const description = page.metadata.description ?? excerpt(textOf(page), stems);
    return { url: page.url, title: titleOf(page) || page.url, description, provider: 'local' };
  }
}

function liesAsAsked(url: string, query: SearchQuery): boolean {
  const { places = [] } = query;
  return liesWithin(url, query) && (places.length === 0 || places.some((place) => liesIn(url, place)));
}
