import type { Database } from 'lmdb';
import type { Batch } from './batch.js';
import type { CrawlDatabase } from './crawl-database.js';
import type { GroupCommit } from './group-commit.js';
import { EXPIRED, type Key } from './rows.js';

/** What is to be deleted at a time: the queue of a crawl that is over, a crawl, what was remembered of it, a used key. */
export type DueKind = 'queue' | 'crawl' | 'memory' | 'key';

/** How long an idempotency key, and that a crawl has expired, are remembered. */
export const MEMORY_MS = 24 * 3_600_000;

/** Deleted in one commit: about 10 ms, others wait no longer. Pages take several blocks each. */
const KEYS_A_COMMIT = 1_000;
const PAGES_A_COMMIT = 100;

export function schedule(
  batch: Batch,
  { due }: CrawlDatabase,
  atMs: number,
  kind: DueKind,
  name: number | string,
): void {
  batch.put(due, [atMs, kind, name], 0);
}

/** Deletes what is due, in small commits. One that fails is taken up again where it stopped. */
export class Expiry {
  constructor(
    private readonly database: CrawlDatabase,
    private readonly commits: GroupCommit,
    private readonly onForgotten: (n: number) => void,
  ) {}

  /** @returns how many crawls went */
  async run(nowMs: number): Promise<number> {
    let gone = 0;
    for (let due = this.firstDue(nowMs); due; due = this.firstDue(nowMs)) {
      const [atMs, kind, name] = due as [number, DueKind, number & string];
      if (kind === 'queue') await this.clear(name, QUEUE);
      const row = kind === 'crawl' ? this.database.crawls.get(name) : undefined;
      if (row && row !== EXPIRED) {
        await this.clear(row.n, [...QUEUE, ...RESULTS]);
        gone++;
      }
      await this.commits.submit((batch) => {
        if (row && row !== EXPIRED) this.forget(batch, name, row.n, atMs);
        if (kind === 'memory') batch.remove(this.database.crawls, name);
        if (kind === 'key') batch.remove(this.database.idempotency, name);
        batch.remove(this.database.due, due);
      }, true);
    }
    return gone;
  }

  private firstDue(nowMs: number): Key | undefined {
    for (const key of this.database.due.getKeys({ end: [nowMs, LAST], limit: 1 })) return key;
    return undefined;
  }

  /** Only that there was a crawl stays. */
  private forget(batch: Batch, id: string, n: number, atMs: number): void {
    const { crawls, heads, webhooks } = this.database;
    batch.put(crawls, id, EXPIRED);
    batch.remove(heads, n);
    batch.remove(webhooks, n);
    schedule(batch, this.database, atMs + MEMORY_MS, 'memory', id);
    batch.onCommit(() => this.onForgotten(n));
  }

  private async clear(n: number, tables: readonly TableName[]): Promise<void> {
    for (const name of tables) {
      const table = this.database[name] as Database<unknown, Key>;
      const limit = name === 'results' ? PAGES_A_COMMIT : KEYS_A_COMMIT;
      for (;;) {
        const keys = [...table.getKeys({ start: [n], end: [n + 1], limit })];
        if (keys.length === 0) break;
        await this.commits.submit((batch) => {
          for (const key of keys) batch.remove(table, key);
        }, true);
      }
    }
  }
}

const QUEUE = ['queue', 'seen'] as const;
const RESULTS = ['results', 'records', 'failures', 'blocked'] as const;
type TableName = (typeof QUEUE)[number] | (typeof RESULTS)[number];

/** Sorts after every kind. */
const LAST = '~';
