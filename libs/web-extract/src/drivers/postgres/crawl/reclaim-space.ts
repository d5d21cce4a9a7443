import { performance } from 'node:perf_hooks';
import type { PostgresConnection } from '../connection/postgres-connection.js';

/** Rows deleted by this process before it looks again: most deletions are small. */
const LOOK_AFTER_ROWS = 5_000;
/** The server knows of deletions up to 10 s later. */
const LOOK_AFTER_MS = 11_000;
/** Changes of the table by others, such as a migration, wait for so long. */
const LONGEST_MS = 30_000;
/** A table that is passed over rests for ten times as long as that took, or, if its rows stayed, for twice as long as before. */
const REST = { times: 10, firstMs: 60_000, longestMs: 3_600_000 };

/** Tables of which a tenth is deleted rows. */
const TABLES = `SELECT s.relname AS table FROM pg_stat_user_tables s WHERE s.relid = ANY ($1::regclass[]) AND s.n_dead_tup > 1000 + s.n_live_tup / 10`;

interface Rest {
  readonly until: number;
  /** After a pass that freed nothing. */
  readonly ms: number;
}

/**
 * Makes the space of deleted rows free for new ones. Autovacuum does so once a minute at most, and files keep the size that
 * they reach by then. A pass blocks neither readings nor writings.
 */
export class SpaceReclaimer {
  private rows = 0;
  private timer: NodeJS.Timeout | undefined;
  private readonly rests = new Map<string, Rest>();
  private readonly closing = new AbortController();
  private pass: Promise<void> | null = null;

  /** @param tables names, without the schema */
  constructor(
    private readonly connection: PostgresConnection,
    private readonly tables: readonly string[],
    private readonly lookAfterMs = LOOK_AFTER_MS,
  ) {}

  /** To be called after a deletion. Works in the background; what fails is left to autovacuum. */
  deleted(rows: number): void {
    this.rows += rows;
    this.lookLater();
  }

  /** Gives a pass up. */
  async close(): Promise<void> {
    this.closing.abort();
    clearTimeout(this.timer);
    await this.pass;
  }

  private lookLater(): void {
    if (this.rows < LOOK_AFTER_ROWS || this.timer || this.pass || this.closing.signal.aborted) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.rows = 0;
      this.pass = this.reclaim()
        .catch(() => {})
        .finally(() => {
          this.pass = null;
          this.lookLater();
        });
    }, this.lookAfterMs);
    this.timer.unref();
  }

  private async reclaim(): Promise<void> {
    for (const table of await this.due()) {
      if (this.closing.signal.aborted) return;
      const startedAt = performance.now();
      const rest = this.rests.get(table);
      if (rest && startedAt < rest.until) continue;
      const statement = `VACUUM (SKIP_LOCKED, PARALLEL 0) {schema}.${table}`;
      const isDone = await this.connection.maintain(statement, LONGEST_MS, this.closing.signal).then(
        () => true,
        () => false,
      );
      const isFree = isDone && !(await this.due()).includes(table);
      const ms = isFree ? 0 : Math.min(REST.longestMs, Math.max(REST.firstMs, 2 * (rest?.ms ?? 0)));
      const now = performance.now();
      this.rests.set(table, { until: now + Math.max(ms, REST.times * (now - startedAt)), ms });
    }
  }

  private async due(): Promise<string[]> {
    const names = this.tables.map((table) => this.connection.withSchema(`{schema}.${table}`));
    return (await this.connection.run<{ table: string }>(TABLES, [names])).map(({ table }) => table);
  }
}
