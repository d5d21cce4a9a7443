import type { ServerClock } from '../../crawl-store/server-clock.js';
import type { PostgresConnection } from '../connection/postgres-connection.js';

/** Rows deleted by one statement: others wait no longer than tens of milliseconds for the disk. */
const ROWS_A_STEP = 1_000;
/** Pages are larger. */
const PAGES_A_STEP = 100;
const CRAWLS_A_STEP = 100;

/** Rows of a table by a number, deleted in the order of a column, so that no step passes over those that are gone. */
interface SweptTable {
  readonly table: string;
  readonly number: 'queue' | 'crawl';
  readonly column: string;
  readonly condition?: string;
  readonly rows?: number;
}

const outcomes = (kind: number): SweptTable => ({
  table: 'outcome_rows',
  number: 'crawl',
  column: 'position',
  condition: `kind = ${kind}`,
});

const segments = (kind: number): SweptTable => ({
  table: 'segment_rows',
  number: 'crawl',
  column: 'first',
  condition: `kind = ${kind}`,
});

/** What is deleted with a queue, and with the results of a crawl. */
const SWEPT: Readonly<Record<'queue' | 'results', readonly SweptTable[]>> = {
  queue: [
    { table: 'crawl_hosts', number: 'queue', column: 'host' },
    { table: 'crawl_tasks', number: 'queue', column: 'seq' },
    { table: 'crawl_urls', number: 'queue', column: 'hash' },
    { table: 'crawl_stored_keys', number: 'queue', column: 'hash' },
    { table: 'crawl_variants', number: 'queue', column: 'path' },
  ],
  results: [
    { table: 'result_rows', number: 'crawl', column: 'position', rows: PAGES_A_STEP },
    ...[1, 2, 3].map(outcomes),
    ...[0, 1, 2, 3].map(segments),
  ],
};

const statementOf = ({ table, number, column, condition = 'true', rows = ROWS_A_STEP }: SweptTable): string =>
  `WITH part AS (SELECT ${column} AS key FROM {schema}.${table} WHERE ${number} = $1 AND ${condition} AND ${column} > $2 ORDER BY ${column} LIMIT ${rows}),
  gone AS (DELETE FROM {schema}.${table} t USING part p WHERE t.${number} = $1 AND ${condition} AND t.${column} = p.key)
  SELECT max(key)::text AS last FROM part`;

/** Deletes expired data in small steps. Several processes may do so at once. */
export class PostgresCrawlExpiry {
  private isClosed = false;
  private readonly inBackground = new Set<Promise<void>>();

  constructor(
    private readonly connection: PostgresConnection,
    private readonly clock: ServerClock,
  ) {}

  /** @returns the number of deleted crawls */
  async run(localMs: number): Promise<number> {
    const [row] = await this.connection.run<{ now: number }>('SELECT {schema}.now_ms() AS now');
    this.clock.observe(row!.now);
    const nowMs = Math.round(this.clock.toServer(localMs));
    let forgotten = 0;
    for (let step = Infinity; step > 0; forgotten += step) step = await this.forget(nowMs);
    await this.sweepAll();
    for (const table of ['crawl_used_keys', 'crawl_expired'])
      await this.connection.run(`DELETE FROM {schema}.${table} WHERE until <= $1`, [nowMs]);
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
      for (let last: string | null = '-9223372036854775807'; last !== null;) {
        if (this.isClosed) return;
        const [row]: { last: string | null }[] = await this.connection.run(statement, [number, last]);
        last = row!.last;
      }
    }
    await this.connection.run('DELETE FROM {schema}.crawl_sweeps WHERE kind = $1 AND number = $2', [
      kind,
      number,
    ]);
  }
}
