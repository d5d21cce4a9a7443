import type { CrawlJob } from '../../model/crawl.js';
import type { CrawlDatabase } from './crawl-database.js';
import { Expiry } from './expire.js';
import { GroupCommit } from './group-commit.js';
import type { Flush } from './flush.js';
import type { Listeners } from '../crawl-store/listeners.js';
import { EXPIRED, jobOf, type HeadRow, type LiveCrawlRow } from './rows.js';
import { RunningCrawl } from './running-crawl.js';
import type { Key, Table } from './table.js';
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

  /** @param flush what waits for the disk */
  constructor(
    readonly database: CrawlDatabase,
    readonly listeners: Listeners,
    readonly flush: Flush,
  ) {
    this.commits = new GroupCommit(database, flush === 'pages');
    this.expiry = new Expiry(database, this.commits, (n) => this.webhooks.remove(n));
    this.webhooks = new WebhookLine((id) => this.messagesOf(id));
    database.writes.onSeal = () => this.onSeal();
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

  /** What of an owner has not expired, the newest first. */
  jobsOf(owner: string): CrawlJob[] {
    const own = [...this.rowsOf(this.database.crawls)].filter(
      ([, row]) => row !== EXPIRED && row.owner === owner,
    );
    const jobs = own.map(([id]) => this.jobOf(id)).filter((job) => job !== null);
    return jobs.sort((a, b) => b.createdAt - a.createdAt);
  }

  /** Writes what is under way, refuses what comes. */
  async close(): Promise<void> {
    const { commits, database, running } = this;
    const attempts = commits.submit((batch) => running.forEach((crawl) => batch.draftOf(crawl)), {
      isUrgent: true,
    });
    await Promise.all([attempts.catch(() => {}), commits.close()]); // without them a try more is counted
    this.isOpen = false; // a read after this would end the process
    await database.writes.close();
  }

  private messagesOf(id: string): { count: number; isFinal: boolean } {
    const head = this.find(id)?.head;
    if (!head) return { count: 0, isFinal: true };
    const isFinal = head.status !== 'running';
    return { count: 1 + head.pages + (isFinal ? 1 : 0), isFinal };
  }

  /** What is known of each crawl now is what LMDB will have. */
  private onSeal(): () => void {
    const known = [...this.running.values()].map((crawl) => [crawl, crawl.head.known] as const);
    return () => {
      for (const [{ frontier }, before] of known) frontier.settled(before);
    };
  }

  private load(): void {
    const { crawls, heads, webhooks } = this.database;
    for (const [id, row] of this.rowsOf(crawls)) {
      const head = row === EXPIRED ? undefined : heads.get(row.n);
      if (row === EXPIRED || head?.status !== 'running') continue;
      const crawl = this.newCrawl(id, row, head);
      this.restoreFrontier(crawl);
      this.running.set(id, crawl);
    }
    for (const [n, { id, position }] of this.rowsOf(webhooks)) this.webhooks.add(n, id, position);
  }

  private rowsOf<V, K extends string | number>({ name, stored }: Table<V, K>): Map<K, V> {
    const rows = new Map<K, V>();
    for (const { key, value } of stored.getRange({})) rows.set(key, value);
    for (const { key, value } of this.database.writes.pendingIn(name)) {
      if (value === undefined) rows.delete(key as K);
      else rows.set(key as K, value as V);
    }
    return rows;
  }

  /** Whatever is in the queue may be taken: leases ended with the process that gave them. */
  private restoreFrontier({ n, frontier }: RunningCrawl): void {
    const { queue, writes } = this.database;
    let start: Key = [n];
    for (;;) {
      const [key] = queue.stored.getKeys({ start, end: [n + 1], limit: 1 });
      if (!key) break;
      const [, host, sequence] = key as [number, string, number];
      frontier.add({ host, sequence });
      start = [n, host, LAST];
    }
    for (const { key, value } of writes.pendingIn('queue')) {
      const [crawl, host, sequence] = key as [number, string, number];
      if (crawl === n && value !== undefined) frontier.add({ host, sequence });
    }
  }

  private nextOfHost(n: number, host: string, from: number): number | null {
    const range = { start: [n, host, from], end: [n, host, LAST], limit: 1 };
    const [key] = this.database.queue.stored.getKeys(range);
    return key ? (key[2] as number) : null;
  }
}

/** Beyond every sequence number. */
const LAST = Number.MAX_SAFE_INTEGER;
