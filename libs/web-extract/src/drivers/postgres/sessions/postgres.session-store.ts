import type { SessionView } from '../../../model/session/session.js';
import {
  SessionStore,
  type SessionWrite,
  type StoredJobCookies,
  type StoredSession,
} from '../../../ports/stores/session-store.port.js';
import { shortHash } from '../../page-store/pages/short-hash.js';
import type { StatementRunner } from '../connection/postgres-connection.js';
import { toColumnText } from '../connection/postgres-values.js';

export const SESSION_TABLES: readonly string[] = [
  `CREATE TABLE {schema}.session_rows (
    owner_id text, name text, revision bigint NOT NULL, view bytea NOT NULL, sealed bytea NOT NULL,
    PRIMARY KEY (owner_id, name)
  )`,
  `CREATE TABLE {schema}.session_leases (
    id text PRIMARY KEY, holder text NOT NULL, ends_at bigint NOT NULL
  ) WITH (fillfactor = 70)`,
  `CREATE TABLE {schema}.job_cookies (
    job_id text PRIMARY KEY, revision bigint NOT NULL, sealed bytea NOT NULL, ends_at bigint NOT NULL
  )`,
  `CREATE INDEX job_cookies_by_end ON {schema}.job_cookies (ends_at)`,
  // one statement at a time counts the sessions of an owner
  `CREATE FUNCTION {schema}.put_session(of_owner text, of_name text, new_revision bigint, new_view bytea, new_sealed bytea,
    expected bigint, most bigint) RETURNS text LANGUAGE plpgsql AS $$
    DECLARE
      before bigint;
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended('{schema} sessions ' || of_owner, 0));
      SELECT revision INTO before FROM {schema}.session_rows WHERE owner_id = of_owner AND name = of_name;
      IF expected IS NOT NULL AND coalesce(before, 0) <> expected THEN RETURN 'raced'; END IF;
      IF before IS NULL AND (SELECT count(*) FROM {schema}.session_rows WHERE owner_id = of_owner) >= most THEN
        RETURN 'full';
      END IF;
      INSERT INTO {schema}.session_rows VALUES (of_owner, of_name, greatest(new_revision, coalesce(before, 0) + 1), new_view, new_sealed)
        ON CONFLICT (owner_id, name) DO UPDATE
        SET revision = EXCLUDED.revision, view = EXCLUDED.view, sealed = EXCLUDED.sealed;
      RETURN 'stored';
    END $$`,
];

interface SessionRow {
  readonly revision: number;
  readonly view: Buffer;
  readonly sealed: Buffer;
}

/** Encrypted sessions of all processes. */
export class PostgresSessionStore extends SessionStore {
  constructor(private readonly runner: StatementRunner) {
    super();
  }

  override async find(owner: string, name: string): Promise<StoredSession | null> {
    const text = 'SELECT revision, view, sealed FROM {schema}.session_rows WHERE owner_id = $1 AND name = $2';
    const [row] = await this.runner.run<SessionRow>(text, [shortHash(owner), toColumnText(name)]);
    if (!row) return null;
    return { revision: row.revision, view: viewOf(row), sealed: row.sealed.toString() };
  }

  override async put(
    owner: string,
    { view, revision, sealed }: StoredSession,
    { expected, maxSessions }: SessionWrite,
  ): Promise<'stored' | 'raced' | 'full'> {
    const text = 'SELECT {schema}.put_session($1, $2, $3, $4, $5, $6, $7) AS result';
    const values = [Buffer.from(JSON.stringify(view)), Buffer.from(sealed), expected, maxSessions];
    const parameters = [shortHash(owner), toColumnText(view.name), revision, ...values];
    const [row] = await this.runner.run<{ result: 'stored' }>(text, parameters);
    return row!.result;
  }

  override async remove(owner: string, name: string): Promise<boolean> {
    const text = 'DELETE FROM {schema}.session_rows WHERE owner_id = $1 AND name = $2 RETURNING 1';
    return (await this.runner.run(text, [shortHash(owner), toColumnText(name)])).length > 0;
  }

  override async list(owner: string): Promise<readonly SessionView[]> {
    const text = 'SELECT view FROM {schema}.session_rows WHERE owner_id = $1 ORDER BY name';
    return (await this.runner.run<Pick<SessionRow, 'view'>>(text, [shortHash(owner)])).map(viewOf);
  }

  override async lease(id: string, holder: string, leaseMs: number): Promise<boolean> {
    const text = `INSERT INTO {schema}.session_leases AS l VALUES ($1, $2, {schema}.now_ms() + $3)
      ON CONFLICT (id) DO UPDATE SET holder = EXCLUDED.holder, ends_at = EXCLUDED.ends_at
      WHERE l.holder = EXCLUDED.holder OR l.ends_at <= {schema}.now_ms() RETURNING 1`;
    return (await this.runner.run(text, [shortHash(id), holder, leaseMs])).length > 0;
  }

  override async release(id: string, holder: string): Promise<void> {
    const text = 'DELETE FROM {schema}.session_leases WHERE id = $1 AND holder = $2';
    await this.runner.run(text, [shortHash(id), holder]);
  }

  override async isLeased(id: string, holder: string): Promise<boolean> {
    const text = `SELECT 1 FROM {schema}.session_leases
      WHERE id = $1 AND holder <> $2 AND ends_at > {schema}.now_ms()`;
    return (await this.runner.run(text, [shortHash(id), holder])).length > 0;
  }

  override async findJobCookies(jobId: string): Promise<StoredJobCookies | null> {
    const text = `SELECT revision, sealed FROM {schema}.job_cookies WHERE job_id = $1 AND ends_at > {schema}.now_ms()`;
    const [row] = await this.runner.run<Pick<SessionRow, 'revision' | 'sealed'>>(text, [shortHash(jobId)]);
    return row ? { revision: row.revision, sealed: row.sealed.toString() } : null;
  }

  /** Removes cookies whose time is over, too. */
  override async putJobCookies(
    jobId: string,
    { revision, sealed }: StoredJobCookies,
    keepMs: number,
  ): Promise<boolean> {
    const text = `WITH ended AS (SELECT job_id FROM {schema}.job_cookies WHERE ends_at <= {schema}.now_ms() AND job_id <> $1
        ORDER BY ends_at LIMIT 10 FOR UPDATE SKIP LOCKED),
      removed AS (DELETE FROM {schema}.job_cookies WHERE job_id IN (TABLE ended))
      INSERT INTO {schema}.job_cookies AS c SELECT $1, $2, $3, {schema}.now_ms() + $4
      WHERE $2::bigint = 1 OR EXISTS (SELECT 1 FROM {schema}.job_cookies WHERE job_id = $1)
      ON CONFLICT (job_id) DO UPDATE
      SET revision = EXCLUDED.revision, sealed = EXCLUDED.sealed, ends_at = EXCLUDED.ends_at
      WHERE EXCLUDED.revision = CASE WHEN c.ends_at > {schema}.now_ms() THEN c.revision + 1 ELSE 1 END RETURNING 1`;
    const parameters = [shortHash(jobId), revision, Buffer.from(sealed), keepMs];
    return (await this.runner.run(text, parameters)).length > 0;
  }

  override async removeJobCookies(jobId: string): Promise<void> {
    await this.runner.run('DELETE FROM {schema}.job_cookies WHERE job_id = $1', [shortHash(jobId)]);
  }
}

const viewOf = ({ view }: Pick<SessionRow, 'view'>): SessionView =>
  JSON.parse(view.toString()) as SessionView;
