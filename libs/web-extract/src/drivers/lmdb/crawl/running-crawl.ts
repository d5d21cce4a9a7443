import { RecentKeys } from '../../../concurrency/recent-keys.js';
import { AdmittedUrls } from './admitted-urls.js';
import type { CrawlDraft } from './crawl-draft.js';
import { CrawlFrontier, type Place } from './crawl-frontier.js';
import type { QueueReader } from './queue-reader.js';
import type { CrawlFacts, HeadRow } from '../storage/rows.js';

/** Number of recent keys in memory: navigation links occur on every page, so this saves most lookups. */
const REMEMBERED_KEYS = 1_000;

/** A leased URL. */
export interface Lease extends Place {
  readonly token: string;
  readonly attempts: number;
  /** Place in its block, and how many URLs that has. */
  readonly index: number;
  readonly rows: number;
  endsAt: number;
  /** Its completion is being written: it can no longer run out. */
  isEnding: boolean;
  /** False for a source of URLs. */
  readonly isPage: boolean;
  /** True if the page was sent to a browser. */
  isRendered: boolean;
}

/** In-memory state of a running crawl. Its size grows with hosts and workers, not with URLs. */
export class RunningCrawl {
  readonly leases = new Map<string, Lease>();
  /** Sequence → earlier attempts, where there were any. */
  readonly attempts: Map<number, number>;
  readonly frontier: CrawlFrontier;
  /** Links that came lately and are known to be in the store. */
  readonly recent = new RecentKeys(REMEMBERED_KEYS);
  /** Its end is being written: nothing starts or comes back any more. */
  isEnding = false;

  constructor(
    readonly id: string,
    readonly row: CrawlFacts,
    public head: HeadRow,
    readonly queue: QueueReader,
    pagesOfHost: (host: string) => number,
  ) {
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
    return (this.head.rendered ?? 0) + running;
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
  apply(draft: CrawlDraft): void {
    this.head = draft.head;
    for (const lease of draft.ended) {
      this.leases.delete(lease.token);
      this.attempts.delete(lease.sequence);
    }
    for (const { host, isPage } of draft.freed) this.frontier.passOn(host, isPage);
    for (const place of draft.arrivals) this.frontier.add(place);
    if (!draft.isRunning) this.leases.clear();
  }
}
