import type { CrawlUrl } from '../../../../model/crawl/crawl.js';
import type { CrawlDatabase } from '../../storage/crawl-database.js';
import type { Arrival, Place } from './crawl-frontier.js';
import { readBlock, type UrlBlock } from './url-block.js';

/** A waiting URL and its place in its block. */
export interface WaitingUrl {
  readonly url: CrawlUrl;
  readonly index: number;
  /** Number of URLs of the block. */
  readonly rows: number;
}

interface RecentBlock {
  readonly host: string;
  readonly first: number;
  readonly block: UrlBlock;
}

/** Reads the waiting URLs of a crawl. */
export class QueueReader {
  /**
   * The two blocks that were read last: URLs of a block are mostly taken one after the other, and the next block is needed before the
   * last URL of this one.
   */
  private recent: readonly RecentBlock[] = [];

  constructor(
    private readonly database: CrawlDatabase,
    private readonly n: number,
  ) {}

  /** @returns null if it is not in the queue any more */
  find({ host, block, sequence }: Place): WaitingUrl | null {
    const found = this.block(host, block);
    const index = found?.sequences.indexOf(sequence) ?? -1;
    if (!found || index < 0 || isSet(this.ended(host, block), index)) return null;
    return { url: found.urlAt(index), index, rows: found.sequences.length };
  }

  /** Next URL of the same host: in the same block, else in LMDB. */
  next({ host, block, sequence }: Place): Place | null {
    return this.nextIn(host, block, sequence) ?? this.firstAfter(host, block + 1);
  }

  /** First URL of a host in LMDB. @param from least name of its block */
  firstAfter(host: string, from: number): Place | null {
    const range = { start: [this.n, host, from], end: [this.n, host, LAST], limit: 1 };
    for (;;) {
      const [key] = this.database.queue.stored.getKeys(range);
      if (!key) return null;
      const block = key[2] as number;
      const place = this.nextIn(host, block, -1);
      if (place) return place;
      range.start = [this.n, host, block + 1];
    }
  }

  /** First waiting URL of a block after a sequence number. */
  nextIn(host: string, block: number, after: number): Place | null {
    const found = this.block(host, block);
    if (!found) return null;
    const ended = this.ended(host, block);
    const index = found.sequences.findIndex((sequence, at) => sequence > after && !isSet(ended, at));
    return index < 0 ? null : { host, block, sequence: found.sequences[index]! };
  }

  /** All waiting URLs of a block, in order. */
  waitingIn(host: string, block: number): Arrival[] {
    const found = this.block(host, block);
    if (!found) return [];
    const ended = this.ended(host, block);
    const arrivals: Arrival[] = [];
    for (const [at, sequence] of found.sequences.entries()) {
      if (isSet(ended, at)) continue;
      const isPage = found.isPageAt(at);
      arrivals.push({ host, block, sequence, isPage, isNewBlock: arrivals.length === 0 });
    }
    return arrivals;
  }

  private ended(host: string, block: number): number {
    return this.database.ended.get([this.n, host, block]) ?? 0;
  }

  private block(host: string, first: number): UrlBlock | null {
    const { queue } = this.database;
    const key = [this.n, host, first];
    const recent = this.recent.find((one) => one.first === first && one.host === host);
    if (recent) return queue.has(key) ? recent.block : null;
    const stored = queue.get(key);
    if (stored === undefined) return null;
    const block = readBlock(stored, first, host);
    this.recent = [{ host, first, block }, ...this.recent.slice(0, 1)];
    return block;
  }
}

const isSet = (bits: number, index: number): boolean => ((bits >>> index) & 1) === 1;

/** Beyond every sequence number. */
export const LAST = Number.MAX_SAFE_INTEGER;
