import type { CrawlDatabase } from './crawl-database.js';
import { CrawlDraft } from '../crawl/crawl-draft.js';
import type { Write } from './table.js';
import type { RunningCrawl } from '../crawl/running-crawl.js';
import type { AnyKey, Table } from './table.js';

/** Steps that are written atomically. Each step sees the changes of the earlier ones. */
export class Batch {
  private readonly drafts = new Map<RunningCrawl, CrawlDraft>();
  private readonly writes: Write[] = [];
  private readonly afterwards: (() => void)[] = [];
  private lastNumber: number | null = null;
  /** Idempotency keys that steps of this batch use. */
  readonly usedKeys = new Set<string>();
  /** Owner → crawls that steps of this batch create. */
  readonly created = new Map<string, number>();
  /** Crawls that steps of this batch have run again. */
  readonly reopened = new Set<string>();

  constructor(private readonly database: CrawlDatabase) {}

  /** The state of a crawl after this batch. */
  draftOf(crawl: RunningCrawl): CrawlDraft {
    let draft = this.drafts.get(crawl);
    if (!draft) this.drafts.set(crawl, (draft = new CrawlDraft(crawl, this.readBucket)));
    return draft;
  }

  put<V, K extends AnyKey>(table: Table<V, K>, key: K, value: V): void {
    this.writes.push({ table: table.name, key, value });
  }

  remove<V, K extends AnyKey>(table: Table<V, K>, key: K): void {
    this.writes.push({ table: table.name, key, value: undefined });
  }

  /** A number for a new crawl. */
  nextNumber(): number {
    const { about } = this.database;
    this.lastNumber = (this.lastNumber ?? about.get('lastNumber') ?? 0) + 1;
    this.put(about, 'lastNumber', this.lastNumber);
    return this.lastNumber;
  }

  /** Does something in memory when, and only when, the batch is written. */
  onWritten(listener: () => void): void {
    this.afterwards.push(listener);
  }

  /** Everything to be written. */
  toWrites(): readonly Write[] {
    const { heads, seen } = this.database;
    const rows = [...this.drafts].flatMap(([{ n }, draft]): Write[] => {
      const buckets = [...draft.fingerprints.changes];
      const known = buckets.map(([bucket, value]) => ({ table: seen.name, key: [n, bucket], value }));
      return [...known, { table: heads.name, key: n, value: draft.toRow() }];
    });
    return [...this.writes, ...rows];
  }

  private readonly readBucket = (n: number, bucket: number): Uint8Array | undefined =>
    this.database.seen.get([n, bucket]) as Uint8Array | undefined;

  /** Makes the drafts true. */
  apply(): void {
    for (const [crawl, draft] of this.drafts) crawl.apply(draft);
    for (const listener of this.afterwards) listener();
  }
}
