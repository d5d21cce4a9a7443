import { MAX_QUERY_VARIANTS } from '../../../../ports/stores/frontier.port.js';
import { BATCH_OPTIONS, FUNCTION_OPTIONS } from './function-options.js';

/** Parameters of URLs, in parallel arrays; hosts have their names in arrays of their own. */
export const URL_PARAMETERS = `p_hashes bigint[], p_hosts bigint[], p_addresses text[], p_variants bigint[], p_are_pages boolean[],
  p_names_of bigint[], p_names text[]`;
export const URL_ARGUMENTS = 'p_hashes, p_hosts, p_addresses, p_variants, p_are_pages, p_names_of, p_names';

/** Functions that add URLs to a queue. The state of the crawl is locked; it is returned with its changes, and not written. */
export const ADD_URLS: readonly string[] = [
  // Counts new variants of paths. Returns the hashes of URLs beyond the bound.
  `CREATE FUNCTION {schema}.trapped_urls(p_queue bigint, p_hashes bigint[], p_variants bigint[]) RETURNS bigint[]
    LANGUAGE plpgsql AS $$
    DECLARE trapped bigint[];
    BEGIN
      WITH found AS (
        SELECT DISTINCT ON (u.hash) u.hash, u.path, u.n
        FROM unnest(p_hashes, p_variants) WITH ORDINALITY AS u(hash, path, n)
        WHERE u.path IS NOT NULL AND (SELECT k.hash FROM {schema}.crawl_keys k WHERE k.queue = p_queue AND k.hash = u.hash) IS NULL
        ORDER BY u.hash, u.n
      ), judged AS (
        SELECT f.hash, f.path, row_number() OVER (PARTITION BY f.path ORDER BY f.n) > ${MAX_QUERY_VARIANTS}
          - coalesce((SELECT v.variants FROM {schema}.crawl_variants v WHERE v.queue = p_queue AND v.path = f.path), 0) AS is_trapped
        FROM found f
      ), counted AS (
        INSERT INTO {schema}.crawl_variants AS v (queue, path, variants)
        SELECT p_queue, j.path, count(*) FROM judged j WHERE NOT j.is_trapped GROUP BY j.path
        ON CONFLICT (queue, path) DO UPDATE SET variants = v.variants + EXCLUDED.variants
      )
      SELECT array_agg(j.hash) FILTER (WHERE j.is_trapped) INTO trapped FROM judged j;
      RETURN coalesce(trapped, '{}');
    END $$`,
  `CREATE FUNCTION {schema}.add_urls(s {schema}.crawl_states, ${URL_PARAMETERS}) RETURNS {schema}.crawl_states
    ${BATCH_OPTIONS} AS $$
    DECLARE trapped bigint[] := '{}'; added bigint; admitted bigint; first_later bigint; first_rank bigint;
    BEGIN
      IF cardinality(p_hashes) = 0 THEN RETURN s; END IF;
      IF array_remove(p_variants, NULL) <> '{}' THEN
        trapped := {schema}.trapped_urls(s.queue, p_hashes, p_variants);
        s.trapped := s.trapped + cardinality(trapped);
      END IF;
      WITH found AS (
        SELECT DISTINCT ON (u.hash) u.hash, u.host, u.address, u.is_page, u.n
        FROM unnest(p_hashes, p_hosts, p_addresses, p_are_pages) WITH ORDINALITY AS u(hash, host, address, is_page, n)
        WHERE u.hash <> ALL (trapped) ORDER BY u.hash, u.n
      ), new_keys AS (
        INSERT INTO {schema}.crawl_keys (queue, hash) SELECT s.queue, f.hash FROM found f ORDER BY f.hash ON CONFLICT DO NOTHING RETURNING hash
      ), judged AS (
        SELECT f.*, s.per_host IS NOT NULL AND f.is_page
          AND row_number() OVER (PARTITION BY f.host, f.is_page ORDER BY f.n) > s.per_host
            - coalesce((SELECT h.slots FROM {schema}.crawl_hosts h WHERE h.queue = s.queue AND h.host = f.host), 0) AS is_held
        FROM found f JOIN new_keys k ON k.hash = f.hash
      ), listed AS (
        SELECT j.*, CASE WHEN j.is_held THEN -j.host
          WHEN s.admits AND row_number() OVER (PARTITION BY j.is_held ORDER BY j.n) > s.open THEN 0 ELSE j.host END AS list
        FROM judged j
      ), added_urls AS (
        INSERT INTO {schema}.crawl_urls (queue, hash, list, seq, host, is_page, address)
        SELECT s.queue, l.hash, l.list, s.sequence + l.n, l.host, l.is_page, l.address FROM listed l ORDER BY l.n
        RETURNING list, seq, host, is_page
      ), by_host AS (
        SELECT a.host, min(a.seq) FILTER (WHERE a.list > 0) AS fresh, count(*) FILTER (WHERE a.list > 0) AS more,
          min(a.seq) FILTER (WHERE a.list < 0) AS held, count(*) FILTER (WHERE a.is_page AND a.list >= 0) AS slots
        FROM added_urls a GROUP BY a.host
      ), placed AS (
        INSERT INTO {schema}.crawl_hosts AS h (queue, host, name, rank, fresh, held, waiting, slots)
        SELECT s.queue, b.host, n.name, CASE WHEN s.is_longest_first THEN nullif(-b.more, 0) ELSE b.fresh END, b.fresh, b.held, b.more, b.slots
        FROM by_host b JOIN unnest(p_names_of, p_names) AS n(host, name) ON n.host = b.host
        ORDER BY b.fresh
        ON CONFLICT (queue, host) DO UPDATE SET
          rank = CASE WHEN s.is_longest_first THEN nullif(-h.waiting - EXCLUDED.waiting, 0) ELSE least(h.back, h.fresh, EXCLUDED.fresh) END,
          fresh = coalesce(h.fresh, EXCLUDED.fresh), held = coalesce(h.held, EXCLUDED.held),
          waiting = h.waiting + EXCLUDED.waiting, slots = h.slots + EXCLUDED.slots
        RETURNING h.rank
      )
      SELECT count(*), count(*) FILTER (WHERE a.list > 0), min(a.seq) FILTER (WHERE a.list = 0), (SELECT min(p.rank) FROM placed p)
      INTO added, admitted, first_later, first_rank FROM added_urls a;
      s.sequence := s.sequence + cardinality(p_hashes);
      s.known := s.known + added;
      s.head := least(s.head, first_rank);
      s.later := coalesce(s.later, first_later);
      IF s.admits THEN s.open := s.open - admitted; END IF;
      RETURN s;
    END $$`,
  // Adds URLs from outside of pages, or on behalf of a task while its lease is held. Returns the number of new ones.
  `CREATE FUNCTION {schema}.add_to_crawl(p_id text, p_seq bigint, p_token text, ${URL_PARAMETERS}) RETURNS bigint
    ${FUNCTION_OPTIONS} AS $$
    DECLARE s {schema}.crawl_states; before bigint;
    BEGIN
      SELECT * INTO s FROM {schema}.crawl_states c WHERE c.id = p_id FOR UPDATE;
      IF NOT FOUND OR s.status <> 'running' THEN RETURN 0; END IF;
      IF p_seq IS NOT NULL AND NOT EXISTS (SELECT FROM {schema}.crawl_tasks t
        WHERE t.queue = s.queue AND t.seq = p_seq AND t.state = 'leased' AND t.token = p_token) THEN RETURN 0; END IF;
      before := s.known;
      s := {schema}.add_urls(s, ${URL_ARGUMENTS});
      PERFORM {schema}.keep_state(s);
      RETURN s.known - before;
    END $$`,
  `CREATE FUNCTION {schema}.keep_state(s {schema}.crawl_states) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE {schema}.crawl_states c SET open = s.open, sequence = s.sequence, later = s.later, head = s.head, wake = s.wake, known = s.known,
        leased = s.leased, left_to_browser = s.left_to_browser, browser_wanted = s.browser_wanted, pages = s.pages, failed = s.failed,
        blocked = s.blocked, collapsed = s.collapsed, seeded = s.seeded, trapped = s.trapped, rendered = s.rendered, credits = s.credits,
        root_url = s.root_url, tallies = s.tallies
      WHERE c.id = s.id;
    END $$`,
];
