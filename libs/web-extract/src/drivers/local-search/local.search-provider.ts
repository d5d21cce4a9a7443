import { setTimeout as sleep } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { searchTerms } from '../../convert/links/search-terms.js';
import { indexedStem } from '../../convert/words/count-stems.js';
import { SearchFailedError } from '../../model/errors.js';
import type { SearchAnswer, SearchHit, SearchQuery } from '../../model/search/search.js';
import type { ChangeLog } from '../../ports/stores/change-log.port.js';
import type { CrawlStore } from '../../ports/stores/crawl-store.port.js';
import { PageSearch } from '../../ports/page-search.port.js';
import { OwnerIndex } from './owner-index.js';
import { earliestOf, hitOf, isInPlace } from './page-hit.js';
import type { IndexedPage } from './page-index.js';
import type { SearchablePage } from './page-words.js';
import { TurnLine } from './turn-line.js';
import { kept } from '../../model/kept.js';

/** Newest pages of one owner that are searched. */
const MAX_PAGES_PER_OWNER = 20_000;
/** Maximum number of pages of all owners; the least recently searched indexes are dropped first. */
const MAX_PAGES = 40_000;
/** Memory of all indexes: a share of the heap limit, although half of it is outside of the heap. */
const HEAP_SHARE = 1 / 6;
const MAX_BYTES = 512 * 1024 * 1024;
/** Share of that memory for the index of one owner. */
const OWNER_SHARE = 1 / 2;
/** Maximum time a search waits for pages that are not indexed yet, and as a share of its timeout. */
const MAX_WAIT_MS = 1_200;
const WAIT_SHARE = 0.5;

const NOT_YET = 'Not all crawled pages are in the index of the local search yet';
const FULL = 'The index of the local search is full; the oldest crawled pages are not searched';

interface LocalSearchOptions {
  /** @default 20_000 */
  readonly maxPagesPerOwner?: number;
  /** @default 40_000 */
  readonly maxPages?: number;
  /**
   * Memory of all indexes; the index of one owner uses at most half of it. @default a sixth of the heap limit, 512
   * MiB at most
   */
  readonly maxBytes?: number;
  /** Corpora to search, too. @default none */
  readonly log?: ChangeLog | null;
}

/**
 * Searches the pages that an owner's own crawls collected, as long as their results are kept, and the pages of the owner's corpora. No data leaves the
 * process.
 *
 * The index is built from the CrawlStore on demand and needs no maintenance: pages are found once they are stored,
 * also after a
 * restart, and are removed when their crawl has expired. Languages and countries are ignored.
 */
@Injectable()
export class LocalSearchProvider extends PageSearch implements BeforeApplicationShutdown {
  /** Indexes by owner, in order of their last search. */
  private readonly indexes = kept('searchIndexes', new Map<string, OwnerIndex>());
  private readonly turns = new TurnLine();
  private readonly maxBytes: number;

  constructor(
    private readonly store: CrawlStore,
    private readonly options: LocalSearchOptions = {},
  ) {
    super();
    this.maxBytes = options.maxBytes ?? Math.min(MAX_BYTES, HEAP_SHARE * getHeapStatistics().heap_size_limit);
  }

  async search(
    query: SearchQuery,
    owner: string,
    budgetMs: number,
    signal: AbortSignal,
  ): Promise<SearchAnswer> {
    if (query.source !== undefined && query.source !== 'web') return { hits: [], warnings: [] }; // web only
    const index = this.indexOf(owner);
    const isCurrent = await this.refresh(index, Math.min(MAX_WAIT_MS, budgetMs * WAIT_SHARE), signal);
    const notBefore = earliestOf(query);
    const isWanted = ({ writtenAt }: IndexedPage) => (writtenAt ?? Infinity) >= notBefore;
    const found = await index.pages.search(query.query, isWanted, signal);
    return {
      hits: await this.toHits(index, found.slice(0, query.limit), query),
      warnings: [...(isCurrent ? [] : [NOT_YET]), ...(index.isFull ? [FULL] : [])],
    };
  }

  /** Stops indexing when the application shuts down. */
  beforeApplicationShutdown(): void {
    for (const owner of [...this.indexes.keys()]) this.drop(owner);
  }

  private indexOf(owner: string): OwnerIndex {
    const index = this.indexes.get(owner) ?? this.newIndex(owner);
    this.indexes.delete(owner);
    this.indexes.set(owner, index);
    return index;
  }

  private newIndex(owner: string): OwnerIndex {
    const { maxPagesPerOwner = MAX_PAGES_PER_OWNER } = this.options;
    return new OwnerIndex(this.store, owner, {
      maxPages: maxPagesPerOwner,
      maxBytes: OWNER_SHARE * this.maxBytes,
      turns: this.turns,
      log: this.options.log ?? null,
      onGrowth: () => this.makeRoom(owner),
    });
  }

  /** @returns true if every page is indexed, false if pages are still being added */
  private async refresh(index: OwnerIndex, longestMs: number, signal: AbortSignal): Promise<boolean> {
    const enough = new AbortController();
    const late = sleep(longestMs, false, { signal: AbortSignal.any([signal, enough.signal]) });
    try {
      return await Promise.race([index.refresh().then(() => true), late]);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw new SearchFailedError('the crawled pages cannot be read', { cause: error });
    } finally {
      enough.abort();
      late.catch(() => {}); // aborted by us
    }
  }

  /** Drops the least recently searched indexes, except that of `owner`, until there is enough memory. */
  private makeRoom(owner: string): void {
    const { maxPages = MAX_PAGES } = this.options;
    const all = [...this.indexes.values()];
    let pages = all.reduce((sum, index) => sum + index.pages.size, 0);
    let bytes = all.reduce((sum, index) => sum + index.pages.bytes, 0);
    for (const [name, index] of this.indexes) {
      if (pages <= maxPages && bytes <= this.maxBytes) return;
      if (name === owner) continue;
      this.drop(name);
      pages -= index.pages.size;
      bytes -= index.pages.bytes;
    }
  }

  private drop(owner: string): void {
    this.indexes.get(owner)?.close();
    this.indexes.delete(owner);
  }

  /** Reads pages one at a time: they may be large. */
  private async toHits(
    index: OwnerIndex,
    places: readonly IndexedPage[],
    query: SearchQuery,
  ): Promise<SearchHit[]> {
    const stems = new Set(searchTerms(query.query).map(indexedStem));
    const hits: SearchHit[] = [];
    for (const place of places) {
      const hit = await this.toHit(index, place, stems);
      if (hit && isInPlace(hit.url, query)) hits.push(hit);
    }
    return hits;
  }

  /** Null if the page has expired since. */
  private async toHit(
    index: OwnerIndex,
    place: IndexedPage,
    stems: ReadonlySet<string>,
  ): Promise<SearchHit | null> {
    const page = await this.pageAt(index, place);
    return page && hitOf(page, stems);
  }

  private async pageAt(
    index: OwnerIndex,
    { crawlId, position, tag }: IndexedPage,
  ): Promise<SearchablePage | null> {
    if (tag !== undefined) return (await index.corpora?.page({ tag, position })) ?? null;
    const { pages } = await this.store.results.pages(crawlId, {
      from: position,
      maxPages: 1,
      maxBytes: Infinity,
    });
    return pages[0] ?? null;
  }
}
