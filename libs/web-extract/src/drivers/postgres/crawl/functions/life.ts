import { FUNCTION_OPTIONS } from './function-options.js';
import { URL_ARGUMENTS, URL_PARAMETERS } from './add-urls.js';

/** Time for which an idempotency key, and that a crawl has expired, are remembered. */
const MEMORY_MS = 24 * 3_600_000;

/** Functions that begin and end crawls. */
export const LIFE_FUNCTIONS: readonly string[] = [
  `CREATE FUNCTION {schema}.create_crawl(p_id text, p_owner text, p_owner_hash bigint, p_request bytea, p_kind text, p_url text, p_created_at bigint, p_limit bigint,
      p_used_key text, p_most_running bigint, p_most_kept bigint, p_receiver text, p_is_extract boolean, p_is_private boolean,
      p_is_longest_first boolean, p_admits boolean, p_per_host bigint, ${URL_PARAMETERS}) RETURNS text ${FUNCTION_OPTIONS} AS $$
    DECLARE s {schema}.crawl_states; now_ms bigint;
    BEGIN
      PERFORM pg_advisory_xact_lock(p_owner_hash); -- crawls of an owner are counted one after the other
      now_ms := {schema}.now_ms();
      IF EXISTS (SELECT FROM {schema}.crawl_states c WHERE c.id = p_id) THEN RETURN 'created'; END IF; -- sent again because the answer was lost
      IF EXISTS (SELECT FROM {schema}.crawl_used_keys k WHERE k.name = p_used_key AND k.until > now_ms) THEN RETURN 'key-used'; END IF;
      IF p_most_running <= (SELECT count(*) FROM {schema}.crawl_rows r
        WHERE r.owner_hash = p_owner_hash AND r.owner = p_owner AND r.finished_at IS NULL) THEN RETURN 'too-many-running'; END IF;
      IF p_most_kept <= (SELECT count(*) FROM {schema}.crawl_rows r
        WHERE r.owner_hash = p_owner_hash AND r.owner = p_owner AND r.expires_at > now_ms) THEN RETURN 'too-many-kept'; END IF;
      IF p_used_key IS NOT NULL THEN
        INSERT INTO {schema}.crawl_used_keys (name, until) VALUES (p_used_key, now_ms + ${MEMORY_MS})
        ON CONFLICT (name) DO UPDATE SET until = EXCLUDED.until;
      END IF;
      INSERT INTO {schema}.crawl_states (id, page_limit, open, is_longest_first, admits, per_host, is_private, has_webhook)
      VALUES (p_id, p_limit, p_limit, p_is_longest_first, p_admits, p_per_host, p_is_private, p_receiver IS NOT NULL) RETURNING * INTO s;
      INSERT INTO {schema}.crawl_rows (crawl, id, owner, owner_hash, request, kind, url, created_at, is_sealable)
      VALUES (s.crawl, p_id, p_owner, p_owner_hash, p_request, p_kind, p_url, p_created_at, NOT p_is_private);
      IF p_receiver IS NOT NULL THEN
        INSERT INTO {schema}.webhook_rows (crawl, owner, receiver, is_extract, due) VALUES (s.crawl, p_owner, p_receiver, p_is_extract, now_ms);
      END IF;
      PERFORM {schema}.keep_state({schema}.add_urls(s, ${URL_ARGUMENTS}));
      RETURN 'created';
    END $$`,
  // Returns the queue that is to be deleted; null if the crawl was not running.
  `CREATE FUNCTION {schema}.finish_crawl(p_id text, p_status text, p_error bytea, p_retention bigint, p_gathered bytea, p_channel text,
      p_message text) RETURNS bigint ${FUNCTION_OPTIONS} AS $$
    DECLARE s {schema}.crawl_states; now_ms bigint;
    BEGIN
      SELECT * INTO s FROM {schema}.crawl_states c WHERE c.id = p_id FOR UPDATE;
      IF NOT FOUND OR s.status <> 'running' THEN RETURN NULL; END IF;
      now_ms := {schema}.now_ms();
      UPDATE {schema}.crawl_states c SET status = p_status, abandoned = s.abandoned + s.leased, leased = 0 WHERE c.id = p_id;
      UPDATE {schema}.crawl_rows r SET finished_at = now_ms, expires_at = now_ms + p_retention, error = p_error, gathered = p_gathered
      WHERE r.crawl = s.crawl;
      UPDATE {schema}.webhook_rows w SET due = now_ms WHERE w.crawl = s.crawl AND w.due IS NULL;
      INSERT INTO {schema}.crawl_sweeps (kind, number) VALUES ('queue', s.queue) ON CONFLICT DO NOTHING;
      PERFORM pg_notify(p_channel, p_message);
      RETURN s.queue;
    END $$`,
  `CREATE FUNCTION {schema}.reopen_crawl(p_id text, ${URL_PARAMETERS}) RETURNS boolean ${FUNCTION_OPTIONS} AS $$
    DECLARE s {schema}.crawl_states;
    BEGIN
      SELECT * INTO s FROM {schema}.crawl_states c WHERE c.id = p_id FOR UPDATE;
      IF NOT FOUND OR s.status <> 'completed' THEN RETURN false; END IF;
      UPDATE {schema}.crawl_rows r SET finished_at = NULL, expires_at = NULL, error = NULL, is_sealable = NOT s.is_private
      WHERE r.crawl = s.crawl AND r.expires_at > {schema}.now_ms();
      IF NOT FOUND THEN RETURN false; END IF;
      -- a new queue: the former one is being deleted
      UPDATE {schema}.crawl_states c SET status = 'running', queue = DEFAULT WHERE c.id = p_id RETURNING c.queue INTO s.queue;
      s.status := 'running'; s.head := NULL; s.wake := NULL; s.later := NULL; s.left_to_browser := 0;
      s.known := s.pages + s.failed + s.blocked + s.collapsed + s.abandoned + s.seeded;
      -- The message about the end has no position any more: the next page has it.
      UPDATE {schema}.webhook_rows w SET position = least(w.position, 1 + s.pages), tries = 0, holder = NULL,
        due = CASE WHEN least(w.position, 1 + s.pages) < 1 + s.pages THEN least(w.due, {schema}.now_ms()) END
      WHERE w.crawl = s.crawl;
      PERFORM {schema}.keep_state({schema}.add_urls(s, ${URL_ARGUMENTS}));
      RETURN true;
    END $$`,
  // Forgets expired crawls but that they existed. Returns their number.
  `CREATE FUNCTION {schema}.forget_crawls(p_now bigint, p_most integer) RETURNS bigint ${FUNCTION_OPTIONS} AS $$
    DECLARE one record; forgotten bigint := 0;
    BEGIN
      FOR one IN SELECT r.crawl, r.id FROM {schema}.crawl_rows r WHERE r.expires_at <= p_now ORDER BY r.expires_at LIMIT p_most LOOP
        PERFORM FROM {schema}.crawl_states c WHERE c.id = one.id FOR UPDATE SKIP LOCKED;
        CONTINUE WHEN NOT FOUND;
        WITH gone AS (DELETE FROM {schema}.crawl_rows r WHERE r.crawl = one.crawl AND r.expires_at <= p_now RETURNING r.*),
          state AS (DELETE FROM {schema}.crawl_states c USING gone g WHERE c.crawl = g.crawl),
          webhook AS (DELETE FROM {schema}.webhook_rows w USING gone g WHERE w.crawl = g.crawl),
          sweep AS (INSERT INTO {schema}.crawl_sweeps (kind, number) SELECT 'results', g.crawl FROM gone g),
          memory AS (INSERT INTO {schema}.crawl_expired (id, until) SELECT g.id, g.expires_at + ${MEMORY_MS} FROM gone g
            ON CONFLICT (id) DO UPDATE SET until = EXCLUDED.until)
        INSERT INTO {schema}.crawl_removals (id, until, was_empty) SELECT g.id, {schema}.now_ms(), false FROM gone g WHERE g.is_archived
        ON CONFLICT (id) DO NOTHING;
        forgotten := forgotten + 1;
      END LOOP;
      RETURN forgotten;
    END $$`,
];
