import type { Database } from 'lmdb';
import type { CrawlDatabase } from './crawl-database.js';
import { CrawlDraft } from './crawl-draft.js';
import type { Key } from './rows.js';
import type { RunningCrawl } from './running-crawl.js';

type AnyKey = Key | string | number;
// tables differ in the types of their keys and values; `put` and `remove` have checked each call
type AnyTable = Database<unknown, AnyKey>;

/** Steps that are written in one commit, or not at all. Each step sees what the steps before it did. */
export class Batch {
  private readonly drafts = new Map<RunningCrawl, CrawlDraft>();
  private readonly writes: { readonly table: AnyTable; readonly key: AnyKey; readonly value: unknown }[] = [];
  private readonly afterwards: (() => void)[] = [];
  private lastNumber: number | null = null;
  /** Idempotency keys that steps of this batch use. */
  readonly usedKeys = new Set<string>();

  /** What a crawl will be after this batch. */
  draftOf(crawl: RunningCrawl): CrawlDraft {
    let draft = this.drafts.get(crawl);
    if (!draft) this.drafts.set(crawl, (draft = new CrawlDraft(crawl)));
    return draft;
  }

  put<V, K extends AnyKey>(table: Database<V, K>, key: K, value: V): void {
    this.writes.push({ table: table as unknown as AnyTable, key, value });
  }

  remove<V, K extends AnyKey>(table: Database<V, K>, key: K): void {
    this.writes.push({ table: table as unknown as AnyTable, key, value: undefined });
  }

  /** A number for a new crawl. */
  nextNumber({ about }: CrawlDatabase): number {
    this.lastNumber = (this.lastNumber ?? about.get('lastNumber') ?? 0) + 1;
    this.put(about, 'lastNumber', this.lastNumber);
    return this.lastNumber;
  }

  /** Does something in memory when, and only when, the batch is in the store. */
  onCommit(listener: () => void): void {
    this.afterwards.push(listener);
  }

  /** Writes everything in one transaction of LMDB. */
  async write({ heads, root }: CrawlDatabase): Promise<void> {
    for (const [crawl, draft] of this.drafts) this.put(heads, crawl.n, draft.toRow());
    if (this.writes.length === 0) return;
    await root.batch(() => {
      for (const { table, key, value } of this.writes) {
        void (value === undefined ? table.remove(key) : table.put(key, value));
      }
    });
    root.resetReadTxn();
  }

  /** Makes the drafts true. */
  apply(): void {
    for (const [crawl, draft] of this.drafts) crawl.apply(draft);
    for (const listener of this.afterwards) listener();
  }
}
