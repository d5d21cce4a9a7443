import { UsageCounter, type Usage } from '../../../ports/stores/usage-counter.port.js';
import { shortHash } from '../../page-store/pages/short-hash.js';
import type { StatementRunner } from '../connection/postgres-connection.js';

/** Rows whose window has ended, removed by each addition at most. */
const REMOVED_AT_ONCE = 4;

/** Tables of `PostgresUsageCounter`: lost with a crash of the server, as counts of requests may be. */
export const COUNTER_TABLES: readonly string[] = [
  `CREATE UNLOGGED TABLE {schema}.request_counts (
    id text PRIMARY KEY, count bigint NOT NULL, resets_at bigint NOT NULL
  ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500)`,
  `CREATE INDEX request_counts_by_end ON {schema}.request_counts (resets_at)`,
];

const ADD = `WITH now AS MATERIALIZED (SELECT {schema}.now_ms() AS ms),
  ended AS (SELECT id FROM {schema}.request_counts WHERE resets_at <= (SELECT ms FROM now) AND id <> $1
    ORDER BY resets_at LIMIT ${REMOVED_AT_ONCE} FOR UPDATE SKIP LOCKED),
  removed AS (DELETE FROM {schema}.request_counts WHERE id IN (SELECT id FROM ended))
  INSERT INTO {schema}.request_counts AS c SELECT $1, $2, ms + $3 FROM now
  ON CONFLICT (id) DO UPDATE SET
    count = CASE WHEN c.resets_at <= (SELECT ms FROM now) THEN 0 ELSE c.count END + EXCLUDED.count,
    resets_at = CASE WHEN c.resets_at <= (SELECT ms FROM now) THEN EXCLUDED.resets_at ELSE c.resets_at END
  RETURNING count, resets_at - (SELECT ms FROM now) AS left`;

const READ = `SELECT count, resets_at - {schema}.now_ms() AS left FROM {schema}.request_counts WHERE id = $1`;

interface CountRow {
  readonly count: number;
  readonly left: number;
}

/** Counts of a whole deployment. */
export class PostgresUsageCounter extends UsageCounter {
  constructor(private readonly runner: StatementRunner) {
    super();
  }

  override async add(name: string, amount: number, windowSeconds: number): Promise<Usage> {
    const parameters = [idOf(name, windowSeconds), amount, windowSeconds * 1_000];
    const [row] = await this.runner.run<CountRow>(ADD, parameters);
    return { count: row!.count, resetsInMs: Math.max(0, row!.left) };
  }

  override async read(name: string, windowSeconds: number): Promise<Usage> {
    const [row] = await this.runner.run<CountRow>(READ, [idOf(name, windowSeconds)]);
    return row && row.left > 0 ? { count: row.count, resetsInMs: row.left } : { count: 0, resetsInMs: 0 };
  }
}

const idOf = (name: string, windowSeconds: number): string => `${windowSeconds} ${shortHash(name)}`;
