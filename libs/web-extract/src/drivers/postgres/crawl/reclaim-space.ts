import { performance } from 'node:perf_hooks';
import type { PostgresConnection } from '../connection/postgres-connection.js';

/** Rows of a table deleted by this process before it looks again: most deletions are small. */
const LOOK_AFTER_ROWS = 5_000;
/** Deletions of several tables are looked at together. */
const LOOK_AFTER_MS = 500;
/** Changes of the table by others, such as a migration, wait for so long. */
const LONGEST_MS = 30_000;
/** A table that was passed over rests four times as long as that took, and longer and longer where it fails. */
const REST = { times: 4, firstMs: 60_000, longestMs: 3_600_000 };

/** Rows of a table, about. */
const SIZE = `SELECT greatest(c.reltuples, s.n_live_tup, 0)::float8 AS rows
  FROM pg_class c JOIN pg_stat_user_tables s ON s.relid = c.oid WHERE c.oid = $1::regclass`;

interface Deletions {
  /** Since the last pass. The server counts them, too, but tells of them up to 10 s later. */
  rows: number;
  /** Rows from which on it is looked at. */
  lookAt: number;
  restsUntil: number;
  /** Length of the rest after a pass that failed. */
  restMs: number;
}

/**
 * Runs VACUUM on tables of which a tenth was deleted, so that new rows reuse the space. Autovacuum starts once a minute at most
 * (`autovacuum_naptime`), and files keep the size that they reach by then. VACUUM does not block reads and writes.
 */
export class SpaceReclaimer {
  private readonly tables = new Map<string, Deletions>();
  private timer: NodeJS.Timeout | undefined;
  private timerAt = Infinity;
  private readonly closing = new AbortController();
  private pass: Promise<void> | null = null;

  constructor(private readonly connection: PostgresConnection) {}

  /**
   * To be called after a deletion. Works in the background; what fails is left to autovacuum.
   * @param table its name, without the schema
   */
  deleted(table: string, rows: number): void {
    const known = this.tables.get(table);
    if (known) known.rows += rows;
    else this.tables.set(table, { rows, lookAt: LOOK_AFTER_ROWS, restsUntil: 0, restMs: 0 });
    this.lookLater();
  }

  /** Gives a pass up. */
  async close(): Promise<void> {
    this.closing.abort();
    clearTimeout(this.timer);
    await this.pass;
  }

  private lookLater(): void {
    if (this.pass || this.closing.signal.aborted) return;
    const waiting = [...this.tables.values()].filter(({ rows, lookAt }) => rows >= lookAt);
    if (waiting.length === 0) return;
    const now = performance.now();
    const at = Math.max(now + LOOK_AFTER_MS, Math.min(...waiting.map(({ restsUntil }) => restsUntil)));
    if (at >= this.timerAt) return;
    clearTimeout(this.timer);
    this.timerAt = at;
    this.timer = setTimeout(() => this.look(), at - now).unref();
  }

  private look(): void {
    this.timerAt = Infinity;
    this.pass = this.reclaim().finally(() => {
      this.pass = null;
      this.lookLater();
    });
  }

  /** Never fails. */
  private async reclaim(): Promise<void> {
    for (const [table, deletions] of this.tables) {
      if (this.closing.signal.aborted) return;
      if (deletions.rows < deletions.lookAt || performance.now() < deletions.restsUntil) continue;
      deletions.lookAt = deletions.rows + LOOK_AFTER_ROWS;
      if (deletions.rows > 1_000 + (await this.sizeOf(table)) / 10) await this.reclaimTable(table, deletions);
    }
  }

  private async reclaimTable(table: string, deletions: Deletions): Promise<void> {
    const startedAt = performance.now();
    const { rows } = deletions;
    const statement = `VACUUM (SKIP_LOCKED, PARALLEL 0) {schema}.${table}`;
    const hasFailed = await this.connection.maintain(statement, LONGEST_MS, this.closing.signal).then(
      () => false,
      () => true,
    );
    const now = performance.now();
    const longer = Math.min(REST.longestMs, Math.max(REST.firstMs, 2 * deletions.restMs));
    deletions.restMs = hasFailed ? longer : 0;
    deletions.restsUntil = now + Math.max(deletions.restMs, REST.times * (now - startedAt));
    deletions.rows -= rows;
    deletions.lookAt = LOOK_AFTER_ROWS;
  }

  private async sizeOf(table: string): Promise<number> {
    const name = this.connection.withSchema(`{schema}.${table}`);
    return this.connection.run<{ rows: number }>(SIZE, [name]).then(
      ([row]) => row?.rows ?? Infinity,
      () => Infinity,
    );
  }
}
