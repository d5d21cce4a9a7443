import type { PostgresConnection } from '../connection/postgres-connection.js';

/** Rows deleted by this process before it looks again: most deletions are small. */
const LOOK_AFTER_ROWS = 5_000;
const LONGEST_MS = 60_000;
/** After a table took longer it is left to autovacuum for so long. */
const PAUSE_MS = 3_600_000;

/** Tables of which a tenth is deleted rows. */
const TABLES = `SELECT s.relname AS table FROM pg_stat_user_tables s WHERE s.relid = ANY ($1::regclass[]) AND s.n_dead_tup > 1000 + s.n_live_tup / 10`;

/**
 * Makes the space of deleted rows free for new ones. Autovacuum does so once a minute at most, and files keep the size that
 * they reach by then. A pass blocks neither readings nor writings.
 */
export class SpaceReclaimer {
  private rows = 0;
  private readonly pausedUntil = new Map<string, number>();
  private readonly closing = new AbortController();
  private pass: Promise<void> | null = null;

  /** @param tables names, without the schema */
  constructor(
    private readonly connection: PostgresConnection,
    private readonly tables: readonly string[],
  ) {}

  /** To be called after a deletion. Works in the background; what fails is left to autovacuum. */
  deleted(rows: number): void {
    this.rows += rows;
    if (this.rows < LOOK_AFTER_ROWS || this.closing.signal.aborted) return;
    this.pass ??= this.reclaim()
      .catch(() => {})
      .finally(() => (this.pass = null));
  }

  /** Cancels a pass. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.pass;
  }

  private async reclaim(): Promise<void> {
    this.rows = 0;
    const names = this.tables.map((table) => this.connection.withSchema(`{schema}.${table}`));
    for (const { table } of await this.connection.run<{ table: string }>(TABLES, [names])) {
      const startedAt = Date.now();
      if (startedAt < (this.pausedUntil.get(table) ?? 0)) continue;
      const statement = `VACUUM (SKIP_LOCKED, TRUNCATE false) {schema}.${table}`;
      await this.connection.maintain(statement, LONGEST_MS, this.closing.signal).catch(() => {});
      if (Date.now() - startedAt >= LONGEST_MS) this.pausedUntil.set(table, Date.now() + PAUSE_MS);
    }
  }
}
