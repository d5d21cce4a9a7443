import type { ServerClock } from '../../crawl-store/server-clock.js';
import type { PostgresConnection } from '../connection/postgres-connection.js';
import { SpaceReclaimer } from './reclaim-space.js';

/** Rows deleted by one statement: others wait no longer than tens of milliseconds for the disk. */
const ROWS_A_STEP = 1_000;
/** Pages are larger. */
const PAGES_A_STEP = 100;
const CRAWLS_A_STEP = 100;

/** A table with its primary key. Rows are deleted in the order of the key, so that no step reads those that are gone. */
interface SweptTable {
  readonly table: string;
  readonly number: 'queue' | 'crawl';
  readonly key: readonly string[];
  readonly rows?: number;
}

/** Tables whose rows are deleted with a queue, and with the results of a crawl. */
const SWEPT: Readonly<Record<'queue' | 'results', readonly SweptTable[]>> = {
  queue: [
    { table: 'crawl_hosts', number: 'queue', key: ['host'] },
    { table: 'crawl_tasks', number: 'queue', key: ['seq'] },
    { table: 'crawl_urls', number: 'queue', key: ['list', 'seq'] },
    { table: 'crawl_keys', number: 'queue', key: ['hash'] },
    { table: 'crawl_stored_keys', number: 'queue', key: ['hash'] },
    { table: 'crawl_variants', number: 'queue', key: ['path'] },
    { table: 'crawl_due_lists', number: 'queue', key: ['list'] },
  ],
  results: [
    { table: 'result_rows', number: 'crawl', key: ['position'], rows: PAGES_A_STEP },
    { table: 'outcome_rows', number: 'crawl', key: ['kind', 'position'] },
    { table: 'segment_rows', number: 'crawl', key: ['kind', 'first'] },
    { table: 'crawl_objects', number: 'crawl', key: ['queue', 'list', 'seq'] },
  ],
};

const DELETE_NOTES = `WITH keys AS (DELETE FROM {schema}.crawl_used_keys WHERE until <= $1)
  DELETE FROM {schema}.crawl_expired WHERE until <= $1`;

const BEFORE_ALL = '-9223372036854775807';

/** Deletes rows after a key, and returns the key of the last one with their number. */
function statementOf({ table, number, key, rows = ROWS_A_STEP }: SweptTable): string {
  const columns = key.join(', ');
  const last = key.map((_, n) => `$${n + 2}::bigint`).join(', ');
  const isSame = key.map((column) => `t.${column} = p.${column}`).join(' AND ');
  const descending = key.map((column) => `${column} DESC`).join(', ');
  return `WITH part AS (SELECT ${columns} FROM {schema}.${table} WHERE ${number} = $1 AND (${columns}) > (${last}) ORDER BY ${columns} LIMIT ${rows}),
    gone AS (DELETE FROM {schema}.${table} t USING part p WHERE t.${number} = $1 AND ${isSame})
    SELECT ARRAY[${columns}]::text AS last, (SELECT count(*) FROM part) AS rows FROM part ORDER BY ${descending} LIMIT 1`;
}

/** Deletes expired data in small steps. Several processes may do so at once. */
export class PostgresCrawlExpiry {
  private isClosed = false;
  private readonly inBackground = new Set<Promise<void>>();
  private readonly space: SpaceReclaimer;

  constructor(
    private readonly connection: PostgresConnection,
    private readonly clock: ServerClock,
  ) {
    this.space = new SpaceReclaimer(connection);
  }

  /** @returns the number of deleted crawls */
  async run(localMs: number): Promise<number> {
    const [row] = await this.connection.run<{ now: number }>('SELECT {schema}.now_ms() AS now');
    this.clock.observe(row!.now);
    const nowMs = Math.round(this.clock.toServer(localMs));
    let forgotten = 0;
    for (let step = Infinity; step > 0; forgotten += step) step = await this.forget(nowMs);
    await this.sweepAll();
    await this.connection.run(DELETE_NOTES, [nowMs]);
    return forgotten;
  }

  /** Deletes the queue of a crawl that has ended, in the background. What is left in case of a fault is deleted by `run`. */
  sweepQueue(queue: number): void {
    const sweep = this.sweep('queue', queue)
      .catch(() => {})
      .finally(() => this.inBackground.delete(sweep));
    this.inBackground.add(sweep);
  }

  /** Ends deletions after their present step. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.space.close();
    await Promise.all(this.inBackground);
  }

  private async forget(nowMs: number): Promise<number> {
    const text = 'SELECT {schema}.forget_crawls($1, $2) AS forgotten';
    const [row] = await this.connection.run<{ forgotten: number }>(text, [nowMs, CRAWLS_A_STEP]);
    return row!.forgotten;
  }

  private async sweepAll(): Promise<void> {
    const text = `SELECT kind, number FROM {schema}.crawl_sweeps ORDER BY kind, number`;
    const sweeps = await this.connection.run<{ kind: 'queue' | 'results'; number: number }>(text);
    for (const { kind, number } of sweeps) await this.sweep(kind, number);
  }

  private async sweep(kind: 'queue' | 'results', number: number): Promise<void> {
    for (const table of SWEPT[kind]) {
      const statement = statementOf(table);
      for (let key: readonly string[] | null = table.key.map(() => BEFORE_ALL); key !== null;) {
        if (this.isClosed) return;
        const [row]: { last: string; rows: number }[] = await this.connection.run(statement, [
          number,
          ...key,
        ]);
        if (row) this.space.deleted(table.table, row.rows);
        key = row ? row.last.slice(1, -1).split(',') : null;
      }
    }
    await this.connection.run('DELETE FROM {schema}.crawl_sweeps WHERE kind = $1 AND number = $2', [
      kind,
      number,
    ]);
  }
}
