import { PLANNED_ONCE } from '../schema/planned-once.js';

/**
 * Jobs with the id of a crawl. `due`: the time from which a worker may take the job; while one has it, the end of its lock. `token`: of
 * the worker that has it.
 */
export const QUEUE_TABLES: readonly string[] = [
  `CREATE TABLE {schema}.queue_jobs (id text PRIMARY KEY, crawl_id text NOT NULL, owner text NOT NULL, due bigint NOT NULL, token text)
    WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_threshold = 200)`,
  `CREATE INDEX queue_jobs_due ON {schema}.queue_jobs (due)`,
  `CREATE TABLE {schema}.queue_workers (id text PRIMARY KEY, until bigint NOT NULL)`,
  // Takes jobs. The last row has no job, and the time of the next one.
  `CREATE FUNCTION {schema}.take_jobs(p_most integer, p_lock bigint, p_token text)
    RETURNS TABLE (id text, crawl_id text, owner text, wait_ms bigint)
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off ${PLANNED_ONCE} AS $$
    #variable_conflict use_column
    DECLARE now_ms bigint := {schema}.now_ms();
    BEGIN
      RETURN QUERY
      WITH free AS MATERIALIZED (
        SELECT j.id FROM {schema}.queue_jobs j WHERE j.due <= now_ms ORDER BY j.due LIMIT p_most FOR UPDATE SKIP LOCKED
      )
      UPDATE {schema}.queue_jobs j SET due = now_ms + p_lock, token = p_token FROM free f WHERE j.id = f.id
      RETURNING j.id, j.crawl_id, j.owner, NULL::bigint;
      RETURN QUERY SELECT NULL::text, NULL::text, NULL::text, (SELECT greatest(j.due - now_ms, 0) FROM {schema}.queue_jobs j ORDER BY j.due LIMIT 1);
    END $$`,
];
