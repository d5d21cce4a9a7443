import type { CrawlJob } from '../../model/crawl.js';
import type { CrawlDatabase } from './crawl-database.js';
import { Expiry } from './expire.js';
import { GroupCommit } from './group-commit.js';
import type { Listeners } from './listeners.js';
import { EXPIRED, jobOf, type HeadRow, type Key, type LiveCrawlRow } from './rows.js';
import { RunningCrawl } from './running-crawl.js';
import { WebhookLine } from './webhook-line.js';

/** A crawl that is over, or not held in memory for another reason. */
export interface StoredCrawl {
  readonly row: LiveCrawlRow;
  readonly head: HeadRow;
}

/** What the owner of a data directory holds in memory: the tables, their one writer, and the crawls that run. */
export class OpenStore {
  readonly commits: GroupCommit;
  readonly expiry: Expiry;
  readonly running = new Map<string, RunningCrawl>();
  readonly webhooks: WebhookLine;
  isOpen = true;

  /** @param isFlushed each commit waits for the disk */
  constructor(
    readonly database: CrawlDatabase,
    readonly listeners: Listeners,
    isFlushed: boolean,
  ) {
    this.commits = new GroupCommit(database, isFlushed);
    this.expiry = new Expiry(database, this.commits, (n) => this.webhooks.remove(n));
    this.webhooks = new WebhookLine((id) => this.messagesOf(id));
    this.load();
  }

  /** A new crawl in memory; it is among the running ones when its batch is written. */
  newCrawl(id: string, row: LiveCrawlRow, head: HeadRow): RunningCrawl {
    return new RunningCrawl(id, row, head, (host, after) => this.nextOfHost(row.n, host, after + 1));
  }

  /** @returns null when it never existed, or has expired */
  find(id: string): StoredCrawl | null {
    const live = this.running.get(id);
    if (live) return live;
    const row = this.database.crawls.get(id);
    if (!row || row === EXPIRED) return null;
    const head = this.database.heads.get(row.n);
    return head && (head.expiresAt ?? Infinity) > Date.now() ? { row, head } : null;
  }

  jobOf(id: string): CrawlJob | null {
    const crawl = this.find(id);
    return crawl && jobOf(id, crawl.row, crawl.head, this.running.get(id)?.leases.size ?? 0);
  }

  /** Writes what is under way, refuses what comes. */
  async close(): Promise<void> {
    const { commits, database, running } = this;
    const settled = commits.submit((batch) => running.forEach((crawl) => batch.draftOf(crawl)), true);
    await Promise.all([settled.catch(() => {}), commits.close()]); // only counts of attempts: no loss
    this.isOpen = false; // a read after this would end the process
    await database.root.flushed;
    await database.root.close();
  }

  private messagesOf(id: string): { count: number; isFinal: boolean } {
    const head = this.find(id)?.head;
    if (!head) return { count: 0, isFinal: true };
    const isFinal = head.status !== 'running';
    return { count: 1 + head.pages + (isFinal ? 1 : 0), isFinal };
  }

  private load(): void {
    const { crawls, heads, webhooks } = this.database;
    for (const { key, value } of crawls.getRange({})) {
      const head = value === EXPIRED ? undefined : heads.get(value.n);
      if (value === EXPIRED || head?.status !== 'running') continue;
      const crawl = this.newCrawl(key, value, head);
      this.restoreFrontier(crawl);
      this.running.set(key, crawl);
    }
    for (const { key, value } of webhooks.getRange({})) this.webhooks.add(key, value.id, value.position);
  }

  /** Whatever is in the queue may be taken: leases ended with the process that gave them. */
  private restoreFrontier({ n, frontier }: RunningCrawl): void {
    let start: Key = [n];
    for (;;) {
      const [key] = this.database.queue.getKeys({ start, end: [n + 1], limit: 1 });
      if (!key) return;
      const [, host, sequence] = key as [number, string, number];
      frontier.add({ host, sequence });
      start = [n, host, LAST];
    }
  }

  private nextOfHost(n: number, host: string, from: number): number | null {
    const [key] = this.database.queue.getKeys({ start: [n, host, from], end: [n, host, LAST], limit: 1 });
    return key ? (key[2] as number) : null;
  }
}

/** Beyond every sequence number. */
const LAST = Number.MAX_SAFE_INTEGER;
