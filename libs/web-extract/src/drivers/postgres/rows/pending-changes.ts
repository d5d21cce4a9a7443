import { countStatements, SETTINGS } from './row-tables.js';

/** A change of rows that is applied in a transaction of others. */
export interface PendingChange {
  /** Hexadecimal digits. */
  readonly token: string;
  readonly lifetimeMs: number;
  /** A row that must contain these bytes then; any other changes of it are no conflict. */
  readonly fence: { readonly key: Buffer; readonly bytes: Buffer };
}

/** Time that a transaction of others has for its commit, in milliseconds: others wait for its locks. */
const COMMIT_MS = 5_000;
const MAX_SWEPT = 100;

const REFUSE = `RAISE EXCEPTION 'nestjs-web-extract: the item is not to be confirmed any more' USING ERRCODE = 'WE001'`;

/** Adds the amounts of a change `p` that was applied. */
const count = countStatements('history', 'p.counters', 'p.amounts');

/**
 * Changes of the history that are applied in transactions of others. Their amounts of counters are added afterwards: rows that all processes
 * change would be locked until the end of the transaction.
 */
export const PENDING_TABLES: readonly string[] = [
  `CREATE TABLE {schema}.pending_changes (
    token text PRIMARY KEY,
    expires bigint NOT NULL,
    is_applied boolean NOT NULL DEFAULT false,
    fence_key bytea NOT NULL,
    fence bytea NOT NULL,
    locks integer[] NOT NULL,
    seen bytea[] NOT NULL,
    versions bigint[] NOT NULL,
    lows bytea[] NOT NULL,
    highs bytea[] NOT NULL,
    counts bigint[] NOT NULL,
    wholes integer[] NOT NULL,
    prints bytea[] NOT NULL,
    put_keys bytea[] NOT NULL,
    put_longs bytea[] NOT NULL,
    put_starts integer[] NOT NULL,
    put_lengths integer[] NOT NULL,
    put_bytes bytea NOT NULL,
    gone_values bytea[] NOT NULL,
    gone_blobs bytea[] NOT NULL,
    counters bytea[] NOT NULL,
    amounts bigint[] NOT NULL
  ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500)`,
  // `of_call`: the transaction that is meant, if it is one of the library
  `CREATE FUNCTION {schema}.apply_change(of_token text, of_call text DEFAULT NULL) RETURNS void LANGUAGE plpgsql ${SETTINGS} AS $$
    DECLARE
      p {schema}.pending_changes;
      idle interval := current_setting('idle_in_transaction_session_timeout')::interval;
    BEGIN
      IF of_call IS NOT NULL AND coalesce(current_setting('web_extract.call', true), '') <> of_call THEN
        RAISE EXCEPTION 'the sink has ended the transaction itself' USING ERRCODE = 'WE002';
      END IF;
      SELECT * INTO p FROM {schema}.pending_changes t WHERE t.token = of_token FOR UPDATE;
      IF NOT FOUND OR p.is_applied OR p.expires < {schema}.now_ms() THEN ${REFUSE}; END IF;
      PERFORM 1 FROM {schema}.history_change(p.locks, p.seen, p.versions, p.lows, p.highs, p.counts, p.wholes, p.prints,
        p.put_keys, p.put_longs, p.put_starts, p.put_lengths, p.put_bytes, p.gone_values, p.gone_blobs, '{}', '{}', of_token, '{}');
      IF FOUND THEN ${REFUSE}; END IF;
      PERFORM 1 FROM {schema}.history_values t WHERE t.key = p.fence_key AND position(p.fence IN t.value) > 0;
      IF NOT FOUND THEN ${REFUSE}; END IF;
      UPDATE {schema}.pending_changes t SET is_applied = true WHERE t.token = of_token;
      IF idle = '0' OR idle > '${COMMIT_MS}ms' THEN
        PERFORM set_config('idle_in_transaction_session_timeout', '${COMMIT_MS}ms', true);
      END IF;
    END $$`,
  // waits for the transaction in which it is applied
  `CREATE FUNCTION {schema}.settle_change(of_token text) RETURNS boolean LANGUAGE plpgsql ${SETTINGS} SET lock_timeout = '7s' AS $$
    DECLARE
      p {schema}.pending_changes;
      new_version bigint;
      number integer;
    BEGIN
      DELETE FROM {schema}.pending_changes t WHERE t.token = of_token RETURNING * INTO p;
      IF NOT FOUND OR NOT p.is_applied THEN RETURN false; END IF;
      new_version := nextval('{schema}.row_versions');
      ${count}
      RETURN true;
    END $$`,
  `CREATE FUNCTION {schema}.sweep_changes() RETURNS void LANGUAGE plpgsql ${SETTINGS} AS $$
    DECLARE
      p {schema}.pending_changes;
      new_version bigint := nextval('{schema}.row_versions');
      number integer;
    BEGIN
      FOR p IN DELETE FROM {schema}.pending_changes d WHERE d.token IN (SELECT t.token FROM {schema}.pending_changes t
        WHERE t.expires < {schema}.now_ms() ORDER BY t.token LIMIT ${MAX_SWEPT} FOR UPDATE SKIP LOCKED) RETURNING *
      LOOP
        CONTINUE WHEN NOT p.is_applied;
        ${count}
      END LOOP;
    END $$`,
];
