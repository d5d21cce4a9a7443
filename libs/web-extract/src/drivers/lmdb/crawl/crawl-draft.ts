import type { Arrival } from './frontier/crawl-frontier.js';
import type { HeadRow } from '../storage/rows.js';
import { KnownKeys } from './frontier/known-keys.js';
import type { Lease } from './frontier/lease.js';
import type { RunningCrawl } from './running-crawl.js';

/** A crawl as it will be when a batch is written: nothing of it is true before. */
export class CrawlDraft {
  readonly head: HeadRow;
  /** Hashes of keys that this batch makes known. */
  readonly known = new Set<string>();
  /** Fingerprints of known keys. */
  readonly fingerprints: KnownKeys;
  /** Hashes of keys that this batch stores a page under. */
  readonly stored = new Set<string>();
  /** Query variants of paths that this batch adds to. */
  readonly variants = new Map<string, number>();
  /** Pages of hosts that this batch adds to. */
  readonly pagesOfHosts = new Map<string, number>();
  /** Blocks → which of their URLs have ended, a bit each. */
  readonly endedIn = new Map<string, number>();
  /** Leases that this batch brings to an end. */
  readonly ended = new Set<Lease>();
  /** Leases that end without a page: their slots are free. */
  readonly freed: Lease[] = [];
  /** New addresses. */
  readonly arrivals: Arrival[] = [];

  constructor(
    private readonly crawl: RunningCrawl,
    readBucket: (n: number, bucket: number) => Uint8Array | undefined,
  ) {
    this.head = { ...crawl.head };
    const { n, row, head, buckets } = crawl;
    const read = (bucket: number) => buckets.get(bucket, () => readBucket(n, bucket));
    this.fingerprints = new KnownKeys(read, head.known, row.bucketSalt);
  }

  get isRunning(): boolean {
    return this.head.status === 'running';
  }

  /** The row to be written. Running tasks count as attempted, in case this process dies. */
  toRow(): HeadRow {
    const { crawl, ended } = this;
    const attempts = new Map(crawl.attempts);
    for (const lease of crawl.leases.values()) attempts.set(lease.sequence, lease.attempts + 1);
    for (const { sequence } of ended) attempts.delete(sequence);
    this.head.attempts = this.isRunning ? [...attempts] : [];
    return this.head;
  }
}
