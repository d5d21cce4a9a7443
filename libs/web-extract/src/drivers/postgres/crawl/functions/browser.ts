import { FUNCTION_OPTIONS } from './function-options.js';

export const BROWSER_FUNCTIONS: readonly string[] = [
  // Returns a BrowserPermit.
  `CREATE FUNCTION {schema}.ask_for_browser(p_id text, p_seq bigint, p_token text, p_has_browser boolean, p_most bigint, p_patience bigint)
    RETURNS text ${FUNCTION_OPTIONS} AS $$
    DECLARE s {schema}.crawl_states; t {schema}.crawl_tasks; rendering bigint; now_ms bigint;
    BEGIN
      SELECT * INTO s FROM {schema}.crawl_states c WHERE c.id = p_id FOR UPDATE;
      IF NOT FOUND OR s.status <> 'running' THEN RETURN 'nobody'; END IF;
      SELECT * INTO t FROM {schema}.crawl_tasks x WHERE x.queue = s.queue AND x.seq = p_seq AND x.state = 'leased' AND x.token = p_token;
      IF NOT FOUND THEN RETURN 'nobody'; END IF;
      IF t.is_rendering THEN RETURN 'granted'; END IF;
      SELECT count(*) INTO rendering FROM {schema}.crawl_tasks x WHERE x.queue = s.queue AND x.state = 'leased' AND x.is_rendering;
      IF s.rendered + rendering >= p_most THEN RETURN 'full'; END IF;
      IF p_has_browser THEN
        UPDATE {schema}.crawl_tasks x SET is_rendering = true WHERE x.queue = s.queue AND x.seq = p_seq;
        RETURN 'granted';
      END IF;
      now_ms := {schema}.now_ms();
      IF s.browser_wanted = 0 THEN s.browser_wanted := now_ms; END IF;
      IF now_ms >= {schema}.browser_until(s, p_patience, now_ms) THEN
        UPDATE {schema}.crawl_states c SET browser_wanted = s.browser_wanted WHERE c.id = p_id;
        RETURN 'nobody';
      END IF;
      -- until orders these tasks: they have no time
      UPDATE {schema}.crawl_tasks x SET state = 'browser', until = x.seq, token = NULL WHERE x.queue = s.queue AND x.seq = p_seq;
      UPDATE {schema}.crawl_states c SET leased = c.leased - 1, left_to_browser = c.left_to_browser + 1, browser_wanted = s.browser_wanted
      WHERE c.id = p_id;
      RETURN 'left';
    END $$`,
];
