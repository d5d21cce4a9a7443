import type { HeadRow } from './rows.js';
import type { AnyKey, TableName, Write } from './table.js';

/** Rows that are in the journal and not yet in LMDB. Of several writes to one key the last one is kept. */
export class PendingWrites {
  /** Bytes in the journal. */
  bytes = 0;
  private readonly tables = new Map<TableName, Map<string, Write>>();
  private readonly crawls = new Set<number>();

  get size(): number {
    return this.tables.size;
  }

  add(writes: readonly Write[], bytes: number): void {
    this.bytes += bytes;
    for (const write of writes) {
      let table = this.tables.get(write.table);
      if (!table) this.tables.set(write.table, (table = new Map()));
      table.set(nameOf(write.key), write);
      const n = crawlOf(write);
      if (n !== null) this.crawls.add(n);
    }
  }

  find(table: TableName, key: AnyKey): Write | undefined {
    return this.tables.get(table)?.get(nameOf(key));
  }

  of(table: TableName): Iterable<Write> {
    return this.tables.get(table)?.values() ?? [];
  }

  /** True if a write changes crawl `n`. */
  touches(n: number): boolean {
    return this.crawls.has(n);
  }

  /** Crawls whose end is among the writes and whose time is over already. */
  expiredCrawls(nowMs: number): Set<number> {
    const heads = [...this.of('heads')].filter(({ value }) => {
      const expiresAt = (value as HeadRow | undefined)?.expiresAt ?? null;
      return expiresAt !== null && expiresAt <= nowMs;
    });
    return new Set(heads.map(({ key }) => key as number));
  }

  *[Symbol.iterator](): Iterator<Write> {
    for (const table of this.tables.values()) yield* table.values();
  }
}

const nameOf = (key: AnyKey): string => (typeof key === 'object' ? key.join('/') : String(key));

/** The crawl that a row belongs to; null when it is none's. */
function crawlOf({ table, key }: Write): number | null {
  if (table === 'heads' || table === 'webhooks' || table === 'notes') return key as number;
  return typeof key === 'object' && table !== 'due' ? (key[0] as number) : null;
}
