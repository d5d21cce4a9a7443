import {
  ACTIVITY_MS,
  ActivityLog,
  MAX_ACTIVITIES,
  type Activity,
  type ActivityPart,
  type ActivityRange,
} from '../../../ports/stores/activity-log.port.js';
import { partOf } from '../../activity-log/part-of.js';
import { shortHash } from '../../page-store/pages/short-hash.js';
import type { StatementRunner } from '../connection/postgres-connection.js';

export const ACTIVITY_TABLES: readonly string[] = [
  `CREATE TABLE {schema}.activities (
    owner_id text, n bigint GENERATED ALWAYS AS IDENTITY, added_at bigint NOT NULL, activity bytea NOT NULL,
    PRIMARY KEY (owner_id, n)
  )`,
  `CREATE INDEX activities_by_time ON {schema}.activities (added_at)`,
];

/** Rows that are removed with each added one at most: more than are added. */
const REMOVED_AT_ONCE = 4;

const ADD = `WITH expired AS (SELECT owner_id, n FROM {schema}.activities WHERE added_at < {schema}.now_ms() - ${ACTIVITY_MS}
    ORDER BY added_at LIMIT ${REMOVED_AT_ONCE} FOR UPDATE SKIP LOCKED),
  surplus AS (SELECT owner_id, n FROM {schema}.activities WHERE owner_id = $1
    ORDER BY n DESC OFFSET ${MAX_ACTIVITIES - 1} LIMIT ${REMOVED_AT_ONCE}),
  removed AS (DELETE FROM {schema}.activities WHERE (owner_id, n) IN (TABLE expired UNION TABLE surplus))
  INSERT INTO {schema}.activities (owner_id, added_at, activity) VALUES ($1, {schema}.now_ms(), $2)`;

const READ = `SELECT activity FROM {schema}.activities WHERE owner_id = $1 AND added_at >= {schema}.now_ms() - ${ACTIVITY_MS}
  ORDER BY n DESC LIMIT ${MAX_ACTIVITIES}`;

/** Requests of all processes. */
export class PostgresActivityLog extends ActivityLog {
  constructor(private readonly runner: StatementRunner) {
    super();
  }

  override async add(owner: string, activity: Activity): Promise<void> {
    await this.runner.run(ADD, [shortHash(owner), Buffer.from(JSON.stringify(activity))]);
  }

  override async read(owner: string, range: ActivityRange): Promise<ActivityPart> {
    const rows = await this.runner.run<{ activity: Buffer }>(READ, [shortHash(owner)]);
    return partOf(rows.map((row) => JSON.parse(row.activity.toString()) as Activity), range); // prettier-ignore
  }
}
