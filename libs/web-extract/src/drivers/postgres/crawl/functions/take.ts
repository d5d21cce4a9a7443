import { FUNCTION_OPTIONS } from './function-options.js';

/** Pause of workers that wait for URLs from the archive only; they are notified earlier when these were read. */
const DUE_MS = 1_000;

/** Functions that take URLs from a queue, and put them back. */
export const TAKE_FUNCTIONS: readonly string[] = [
  // Puts a host where its first URL belongs, after tasks of it became available. Returns its rank.
  `CREATE FUNCTION {schema}.put_back(s {schema}.crawl_states, p_host bigint, p_seq bigint, p_more bigint) RETURNS bigint
    LANGUAGE plpgsql AS $$
    DECLARE rank_now bigint;
    BEGIN
      UPDATE {schema}.crawl_hosts h SET back = least(h.back, p_seq), waiting = h.waiting + p_more,
        rank = CASE WHEN s.is_longest_first THEN -h.waiting - p_more ELSE least(h.back, h.fresh, p_seq) END
      WHERE h.queue = s.queue AND h.host = p_host RETURNING h.rank INTO rank_now;
      RETURN rank_now;
    END $$`,
  // The next URL of a list; null if p_seq is null.
  `CREATE FUNCTION {schema}.next_url(p_queue bigint, p_list bigint, p_seq bigint) RETURNS bigint LANGUAGE plpgsql AS $$
    BEGIN
      RETURN (SELECT u.seq FROM {schema}.crawl_urls u WHERE u.queue = p_queue AND u.list = p_list AND u.seq > p_seq
        ORDER BY u.queue, u.list, u.seq LIMIT 1);
    END $$`,
  // LIMIT instead of min(): that reads all rows where PostgreSQL expects few.
  `CREATE FUNCTION {schema}.first_time(p_queue bigint, p_state text) RETURNS bigint LANGUAGE plpgsql AS $$
    BEGIN
      RETURN (SELECT t.until FROM {schema}.crawl_tasks t WHERE t.queue = p_queue AND t.state = p_state AND t.state <> 'back'
        ORDER BY t.queue, t.state, t.until LIMIT 1);
    END $$`,
  // Makes tasks available whose lease or delay is over.
  `CREATE FUNCTION {schema}.wake_tasks(s {schema}.crawl_states, p_now bigint) RETURNS {schema}.crawl_states LANGUAGE plpgsql AS $$
    DECLARE task record;
    BEGIN
      FOR task IN
        WITH due AS (
          SELECT t.seq, t.state FROM {schema}.crawl_tasks t
          WHERE t.queue = s.queue AND t.state IN ('leased', 'delayed') AND t.state <> 'back' AND t.until <= p_now ORDER BY t.seq FOR UPDATE
        ), woken AS (
          UPDATE {schema}.crawl_tasks t SET state = 'back', until = NULL, token = NULL, is_rendering = false,
            attempts = t.attempts + CASE d.state WHEN 'leased' THEN 1 ELSE 0 END
          FROM due d WHERE t.queue = s.queue AND t.seq = d.seq RETURNING t.host, t.seq, d.state
        )
        SELECT w.host, min(w.seq) AS seq, count(*) AS more, count(*) FILTER (WHERE w.state = 'leased') AS leased FROM woken w GROUP BY w.host
      LOOP
        s.leased := s.leased - task.leased;
        s.head := least(s.head, {schema}.put_back(s, task.host, task.seq, task.more));
      END LOOP;
      s.wake := least({schema}.first_time(s.queue, 'leased'), {schema}.first_time(s.queue, 'delayed'));
      RETURN s;
    END $$`,
  // Until when pages are left to workers with a browser.
  `CREATE FUNCTION {schema}.browser_until(s {schema}.crawl_states, p_patience bigint, p_now bigint) RETURNS bigint LANGUAGE plpgsql AS $$
    BEGIN
      RETURN greatest(s.browser_wanted, (SELECT b.seen FROM {schema}.crawl_browsers b WHERE b.until > p_now)) + p_patience;
    END $$`,
  // Takes a URL for each token, up to the first reply that is no task. kind: task, wait, drained or over; is_due: a list needs its next URLs from
  // the archive; is_there: its page came by another URL. The crawl is locked once for all of them.
  `CREATE FUNCTION {schema}.take_urls(p_id text, p_lease bigint, p_tokens text[], p_has_browser boolean, p_busy bigint[])
    RETURNS TABLE (kind text, now_ms bigint, until_ms bigint, is_left boolean, is_due boolean, status text, seq bigint, host text, address text,
      attempts integer, is_there boolean) ${FUNCTION_OPTIONS} AS $$
    #variable_conflict use_column
    DECLARE
      s {schema}.crawl_states; h {schema}.crawl_hosts; u {schema}.crawl_urls; t {schema}.crawl_tasks;
      one text; is_full boolean; may_take_left boolean; left_until bigint;
    BEGIN
      PERFORM set_config('synchronous_commit', 'off', true); -- a server that crashes may forget leases: their URLs are taken again
      SELECT * INTO s FROM {schema}.crawl_states c WHERE c.id = p_id FOR UPDATE;
      now_ms := {schema}.now_ms();
      IF NOT FOUND OR s.status <> 'running' THEN
        kind := 'over'; status := s.status;
        RETURN NEXT;
        RETURN;
      END IF;
      IF s.wake <= now_ms THEN s := {schema}.wake_tasks(s, now_ms); END IF;
      IF s.left_to_browser > 0 THEN
        left_until := {schema}.browser_until(s, p_lease, now_ms);
        may_take_left := p_has_browser OR now_ms >= left_until;
      END IF;
      is_due := EXISTS (SELECT FROM {schema}.crawl_due_lists x WHERE x.queue = s.queue);
      FOREACH one IN ARRAY p_tokens LOOP
        h := NULL; t := NULL; u := NULL;
        is_full := s.pages + s.leased >= s.page_limit;
        IF s.left_to_browser > 0 AND may_take_left AND NOT is_full THEN
          SELECT * INTO t FROM {schema}.crawl_tasks x
          WHERE x.queue = s.queue AND x.state = 'browser' AND x.host <> ALL (p_busy) ORDER BY x.queue, x.state, x.until LIMIT 1;
          IF FOUND THEN s.left_to_browser := s.left_to_browser - 1; END IF;
        END IF;
        IF t.seq IS NULL THEN
          SELECT x.rank INTO s.head FROM {schema}.crawl_hosts x
          WHERE x.queue = s.queue AND x.rank >= coalesce(s.head, -9223372036854775807) ORDER BY x.queue, x.rank LIMIT 1;
          WHILE s.head IS NOT NULL AND NOT is_full LOOP
            SELECT * INTO h FROM {schema}.crawl_hosts x
            WHERE x.queue = s.queue AND x.rank >= s.head AND x.host <> ALL (p_busy) ORDER BY x.queue, x.rank LIMIT 1;
            EXIT WHEN h.host IS NULL OR h.back <= coalesce(h.fresh, h.back);
            SELECT * INTO u FROM {schema}.crawl_urls x WHERE x.queue = s.queue AND x.list = h.host AND x.seq = h.fresh;
            EXIT WHEN u.hash IS DISTINCT FROM 0;
            UPDATE {schema}.crawl_hosts x SET rank = NULL WHERE x.queue = s.queue AND x.host = h.host; -- passed over until its URLs are read
            INSERT INTO {schema}.crawl_due_lists (queue, list, owed) VALUES (s.queue, h.host, 0) ON CONFLICT DO NOTHING;
            is_due := true;
          END LOOP;
        END IF;
        IF t.seq IS NULL AND h.host IS NULL THEN
          seq := NULL; host := NULL; address := NULL; attempts := NULL; is_there := NULL;
          until_ms := {schema}.first_time(s.queue, 'leased');
          IF NOT is_full THEN
            until_ms := least(until_ms, CASE WHEN s.left_to_browser > 0 AND NOT may_take_left THEN left_until END, {schema}.first_time(s.queue, 'delayed'));
          END IF;
          IF is_due THEN until_ms := least(until_ms, now_ms + ${DUE_MS}); END IF;
          is_left := s.left_to_browser > 0 AND NOT may_take_left;
          kind := CASE WHEN s.leased = 0 AND (is_full OR (s.head IS NULL AND s.left_to_browser = 0 AND NOT is_due AND NOT EXISTS (
            SELECT FROM {schema}.crawl_tasks x WHERE x.queue = s.queue AND x.state = 'delayed'))) THEN 'drained' ELSE 'wait' END;
        ELSE
          kind := 'task';
          IF t.seq IS NULL AND h.back <= coalesce(h.fresh, h.back) THEN
            SELECT * INTO t FROM {schema}.crawl_tasks x WHERE x.queue = s.queue AND x.seq = h.back;
            SELECT x.seq INTO h.back FROM {schema}.crawl_tasks x
            WHERE x.queue = s.queue AND x.host = h.host AND x.state = 'back' AND x.seq > h.back ORDER BY x.queue, x.host, x.seq LIMIT 1;
          ELSIF t.seq IS NULL THEN
            t.seq := h.fresh; t.list := h.host; t.host := h.host; t.attempts := 0; t.state := 'fresh';
            SELECT x.seq INTO h.fresh FROM {schema}.crawl_urls x WHERE x.queue = s.queue AND x.list = h.host AND x.seq > h.fresh
            ORDER BY x.queue, x.list, x.seq LIMIT 1;
          END IF;
          IF t.state = 'fresh' THEN
            INSERT INTO {schema}.crawl_tasks (queue, seq, list, host, state, until, token)
            VALUES (s.queue, t.seq, t.list, t.host, 'leased', now_ms + p_lease, one);
          ELSE
            UPDATE {schema}.crawl_tasks x SET state = 'leased', until = now_ms + p_lease, token = one WHERE x.queue = s.queue AND x.seq = t.seq;
          END IF;
          IF h.host IS NOT NULL THEN
            UPDATE {schema}.crawl_hosts x SET fresh = h.fresh, back = h.back, waiting = h.waiting - 1,
              rank = CASE WHEN s.is_longest_first THEN nullif(1 - h.waiting, 0) ELSE least(h.back, h.fresh) END
            WHERE x.queue = s.queue AND x.host = h.host;
          END IF;
          s.leased := s.leased + 1;
          s.wake := least(s.wake, now_ms + p_lease);
          IF t.state <> 'fresh' THEN
            SELECT * INTO u FROM {schema}.crawl_urls x WHERE x.queue = s.queue AND x.list = t.list AND x.seq = t.seq;
          END IF;
          seq := t.seq; attempts := t.attempts; address := u.address;
          host := CASE WHEN h.host = t.host THEN h.name
            ELSE (SELECT x.name FROM {schema}.crawl_hosts x WHERE x.queue = s.queue AND x.host = t.host) END;
          is_there := EXISTS (SELECT FROM {schema}.crawl_stored_keys x WHERE x.queue = s.queue AND x.hash = u.hash);
        END IF;
        RETURN NEXT;
        EXIT WHEN kind <> 'task';
      END LOOP;
      UPDATE {schema}.crawl_states c SET leased = s.leased, head = s.head, wake = s.wake, left_to_browser = s.left_to_browser WHERE c.id = p_id;
    END $$`,
  `CREATE FUNCTION {schema}.release_url(p_id text, p_seq bigint, p_token text, p_not_before bigint, p_is_retry boolean) RETURNS boolean
    ${FUNCTION_OPTIONS} AS $$
    DECLARE s {schema}.crawl_states; task_host bigint; is_delayed boolean;
    BEGIN
      SELECT * INTO s FROM {schema}.crawl_states c WHERE c.id = p_id FOR UPDATE;
      IF NOT FOUND OR s.status <> 'running' THEN RETURN false; END IF;
      is_delayed := p_not_before > {schema}.now_ms();
      UPDATE {schema}.crawl_tasks t SET state = CASE WHEN is_delayed THEN 'delayed' ELSE 'back' END, token = NULL, is_rendering = false,
        until = CASE WHEN is_delayed THEN p_not_before END, attempts = t.attempts + CASE WHEN p_is_retry THEN 1 ELSE 0 END
      WHERE t.queue = s.queue AND t.seq = p_seq AND t.state = 'leased' AND t.token = p_token RETURNING t.host INTO task_host;
      IF NOT FOUND THEN RETURN false; END IF;
      s.leased := s.leased - 1;
      IF is_delayed THEN s.wake := least(s.wake, p_not_before);
      ELSE s.head := least(s.head, {schema}.put_back(s, task_host, p_seq, 1)); END IF;
      UPDATE {schema}.crawl_states c SET leased = s.leased, head = s.head, wake = s.wake WHERE c.id = p_id;
      RETURN true;
    END $$`,
  // Returns the places, from 1, of the tasks whose lease is lost.
  `CREATE FUNCTION {schema}.renew_urls(p_ids text[], p_seqs bigint[], p_tokens text[], p_lease bigint) RETURNS SETOF bigint
    ${FUNCTION_OPTIONS} AS $$
    BEGIN
      RETURN QUERY
      WITH held AS (
        SELECT s.queue, u.seq, u.token, u.n FROM unnest(p_ids, p_seqs, p_tokens) WITH ORDINALITY AS u(id, seq, token, n)
        JOIN {schema}.crawl_states s ON s.id = u.id AND s.status = 'running'
      ), renewed AS (
        UPDATE {schema}.crawl_tasks t SET until = {schema}.now_ms() + p_lease FROM held h
        WHERE t.queue = h.queue AND t.seq = h.seq AND t.state = 'leased' AND t.token = h.token RETURNING h.n
      )
      SELECT u.n FROM generate_series(1::bigint, cardinality(p_ids)::bigint) AS u(n) WHERE u.n NOT IN (SELECT r.n FROM renewed r);
    END $$`,
];
