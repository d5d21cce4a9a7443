import { RecentKeys } from '../../../concurrency/recent-keys.js';
import { AdmittedUrls } from './frontier/admitted-urls.js';
import { CrawlFrontier, type Arrival } from './frontier/crawl-frontier.js';
import type { KnownKeys } from './frontier/known-keys.js';
import type { Lease } from './frontier/lease.js';
import type { QueueReader } from './frontier/queue-reader.js';
import { BucketMemory, RecentBuckets } from './frontier/recent-buckets.js';
import type { CrawlFacts, HeadRow } from '../storage/rows.js';

/** Number of recent keys in memory: navigation links occur on every page, so this saves most lookups. */
const REMEMBERED_KEYS = 1_000;

/** Changes of a crawl that a batch has written. */
interface WrittenChanges {
  readonly head: HeadRow;
  readonly isRunning: boolean;
  readonly ended: Iterable<Lease>;
  /** Leases that ended without a page. */
  readonly freed: readonly Lease[];
  readonly arrivals: readonly Arrival[];
  readonly fingerprints: KnownKeys;
}

/** In-memory state of a running crawl. Its size grows with hosts and workers, not with URLs. */
export class RunningCrawl {
  readonly leases = new Map<string, Lease>();
  /** Sequence → earlier attempts, where there were any. */
  readonly attempts: Map<number, number>;
  readonly frontier: CrawlFrontier;
  /** Links that came lately and are known to be in the store. */
  readonly recent = new RecentKeys(REMEMBERED_KEYS);
  /** Stored buckets of known keys. */
  readonly buckets: RecentBuckets;
  /** Its end is being written: nothing starts or comes back any more. */
  isEnding = false;

  constructor(
    readonly id: string,
    readonly row: CrawlFacts,
    public head: HeadRow,
    readonly queue: QueueReader,
    pagesOfHost: (host: string) => number,
    memory: BucketMemory,
  ) {
    this.buckets = new RecentBuckets(memory);
    this.attempts = new Map(head.attempts);
    const { admission, limit } = row;
    this.frontier = new CrawlFrontier(
      (place) => queue.next(place),
      admission ? new AdmittedUrls(admission, limit - head.pages, pagesOfHost) : null,
    );
  }

  get n(): number {
    return this.row.n;
  }

  /** True if the limit permits no further lease. */
  get isFull(): boolean {
    return this.head.pages + this.leases.size >= this.row.limit;
  }

  /** Pages that a browser finished, or is to finish. */
  get rendered(): number {
    const running = [...this.leases.values()].filter(({ isRendered }) => isRendered).length;
    return this.head.rendered + running;
  }

  /** When something may be taken again of its own accord: a lease runs out, or an address has waited long enough. */
  get wakesAt(): number | null {
    let at = this.isFull ? Infinity : (this.frontier.wakesAt ?? Infinity);
    for (const lease of this.leases.values()) if (!lease.isEnding) at = Math.min(at, lease.endsAt);
    return at === Infinity ? null : at;
  }

  /** Gives an address back. `isTry` if an attempt failed. */
  giveBack(lease: Lease, isTry: boolean, notBeforeMs: number, nowMs: number): void {
    this.leases.delete(lease.token);
    if (isTry) this.attempts.set(lease.sequence, lease.attempts + 1);
    const { host, sequence, block } = lease;
    this.frontier.giveBack({ host, sequence, block }, notBeforeMs, nowMs);
  }

  /** Gives back what workers have held for too long. */
  endLeases(nowMs: number): void {
    for (const lease of this.leases.values()) {
      if (!lease.isEnding && lease.endsAt <= nowMs) this.giveBack(lease, true, 0, nowMs);
    }
  }

  /** A draft was written: it is true now. */
  apply(draft: WrittenChanges): void {
    this.head = draft.head;
    for (const lease of draft.ended) {
      this.leases.delete(lease.token);
      this.attempts.delete(lease.sequence);
    }
    for (const [number, bucket] of draft.fingerprints.changes) this.buckets.set(number, bucket);
    for (const { host, isPage } of draft.freed) this.frontier.passOn(host, isPage);
    for (const place of draft.arrivals) this.frontier.add(place);
    if (draft.isRunning) return;
    this.leases.clear();
    this.buckets.clear();
  }
}
