import { OBJECT_URLS } from '../../../crawl-store/segments/stored-queue.js';
import { FUNCTION_OPTIONS } from './function-options.js';

/** Waiting URLs of a list that stay in its table: enough for the time in which others are moved. */
export const HEAD_URLS = 2_000;
/** Lists whose URLs are read at once. */
const LISTS_AT_ONCE = 4;
/** Hosts read by one search: a crawl can have a million. */
const HOSTS_AT_ONCE = 2_000;
/** Rows of URLs after which a search ends at the next host: 10 lists that almost fill an object. */
const COUNTED_AT_ONCE = 10 * (HEAD_URLS + OBJECT_URLS);
/** Slots passed on by one statement, which locks the crawl. */
const SLOTS_AT_ONCE = 200;

/** True for a crawl of `crawl_states s` that may have a list with URLs for an object. */
export const MAY_BE_MOVABLE = `(s.status = 'running' AND NOT s.is_private
  AND s.known - s.pages - s.failed - s.blocked - s.collapsed >= ${HEAD_URLS + OBJECT_URLS})`;

/** Functions that move waiting URLs to the archive, and back. */
export const ARCHIVED_QUEUE_FUNCTIONS: readonly string[] = [
  // The next URL of a list.
  `CREATE FUNCTION {schema}.cursor_of(s {schema}.crawl_states, p_list bigint) RETURNS bigint LANGUAGE plpgsql AS $$
    BEGIN
      IF p_list = 0 THEN RETURN s.later; END IF;
      RETURN (SELECT CASE WHEN p_list > 0 THEN h.fresh ELSE h.held END FROM {schema}.crawl_hosts h WHERE h.queue = s.queue AND h.host = abs(p_list));
    END $$`,
  // A list with URLs for an object after those that stay in the store, and the first of them; null if the search found none. It reads hosts in
  // turn, and returns the host after which the next search begins: a list that was found is searched again.
  `CREATE FUNCTION {schema}.movable_urls(s {schema}.crawl_states, p_after bigint, OUT list bigint, OUT first bigint, OUT searched bigint)
    LANGUAGE plpgsql AS $$
    DECLARE one record; moved bigint; needed bigint; urls bigint; counted bigint := 0;
    BEGIN
      searched := p_after;
      IF ${MAY_BE_MOVABLE} IS NOT TRUE THEN RETURN; END IF;
      FOR one IN
        SELECT p_after AS host, 0::bigint AS list, s.later AS next
        UNION ALL SELECT h.host, x.list, x.next FROM (
          (SELECT h.* FROM {schema}.crawl_hosts h WHERE h.queue = s.queue AND h.host > p_after ORDER BY h.queue, h.host LIMIT ${HOSTS_AT_ONCE})
          UNION ALL (SELECT h.* FROM {schema}.crawl_hosts h WHERE h.queue = s.queue AND h.host <= p_after ORDER BY h.queue, h.host LIMIT ${HOSTS_AT_ONCE})
          LIMIT ${HOSTS_AT_ONCE}
        ) h CROSS JOIN LATERAL (VALUES (h.host, CASE WHEN h.waiting >= ${OBJECT_URLS} THEN h.fresh END),
          (-h.host, CASE WHEN s.per_host IS NOT NULL THEN h.held END)) AS x(list, next)
      LOOP
        EXIT WHEN counted >= ${COUNTED_AT_ONCE} AND one.host <> searched;
        searched := one.host;
        CONTINUE WHEN one.next IS NULL;
        moved := (SELECT max(o.seq) FROM {schema}.crawl_objects o WHERE o.crawl = s.crawl AND o.queue = s.queue AND o.list = one.list AND NOT o.is_read);
        first := CASE WHEN moved IS NULL THEN one.next ELSE {schema}.next_url(s.queue, one.list, moved) END;
        needed := CASE WHEN moved IS NULL THEN ${HEAD_URLS + OBJECT_URLS} ELSE ${OBJECT_URLS} END;
        urls := (SELECT count(*) FROM (SELECT FROM {schema}.crawl_urls u WHERE u.queue = s.queue AND u.list = one.list AND u.seq >= first
          ORDER BY u.queue, u.list, u.seq LIMIT needed) u);
        counted := counted + urls;
        CONTINUE WHEN urls < needed;
        IF moved IS NULL THEN
          first := (SELECT u.seq FROM {schema}.crawl_urls u WHERE u.queue = s.queue AND u.list = one.list AND u.seq >= one.next
            ORDER BY u.queue, u.list, u.seq OFFSET ${HEAD_URLS} LIMIT 1);
        END IF;
        list := one.list;
        IF list <> 0 THEN searched := one.host - 1; END IF;
        RETURN;
      END LOOP;
      first := NULL;
    END $$`,
  // Leases the archive of a crawl, marks its objects for removal, and returns the URLs to move.
  `CREATE FUNCTION {schema}.lease_urls(p_id text, p_token text, p_lease bigint, p_most bigint) RETURNS TABLE (list text, url jsonb)
    ${FUNCTION_OPTIONS} AS $$
    DECLARE s {schema}.crawl_states; after_host bigint; movable record;
    BEGIN
      SELECT * INTO s FROM {schema}.crawl_states c WHERE c.id = p_id;
      SELECT r.searched_host INTO after_host FROM {schema}.crawl_rows r
      WHERE r.crawl = s.crawl AND (r.sealer IS NULL OR r.sealer_until <= {schema}.now_ms());
      IF NOT FOUND THEN RETURN; END IF;
      SELECT * INTO movable FROM {schema}.movable_urls(s, after_host);
      IF movable.list IS NULL THEN
        UPDATE {schema}.crawl_rows r SET searched_host = movable.searched WHERE r.crawl = s.crawl AND r.searched_host <> movable.searched;
        RETURN;
      END IF;
      UPDATE {schema}.crawl_rows r SET sealer = p_token, sealer_until = {schema}.now_ms() + p_lease, is_archived = true, searched_host = movable.searched
      WHERE r.crawl = s.crawl AND (r.sealer IS NULL OR r.sealer_until <= {schema}.now_ms());
      IF NOT FOUND THEN RETURN; END IF;
      RETURN QUERY SELECT movable.list::text, jsonb_build_array(u.seq::text, u.hash::text, u.host::text, u.is_page, u.address)
        FROM {schema}.crawl_urls u WHERE u.queue = s.queue AND u.list = movable.list AND u.seq >= movable.first
        ORDER BY u.queue, u.list, u.seq LIMIT p_most;
    END $$`,
  // Replaces URLs by a pointer. Returns false if the lease is lost, the crawl is over, or one of them was needed.
  `CREATE FUNCTION {schema}.move_urls(p_id text, p_token text, p_list bigint, p_first bigint, p_last bigint, p_count bigint, p_pointer text, p_object text)
    RETURNS boolean ${FUNCTION_OPTIONS} AS $$
    DECLARE s {schema}.crawl_states;
    BEGIN
      SELECT * INTO s FROM {schema}.crawl_states c WHERE c.id = p_id FOR UPDATE;
      IF NOT FOUND OR s.status <> 'running' THEN RETURN false; END IF;
      IF EXISTS (SELECT FROM {schema}.crawl_objects o WHERE o.crawl = s.crawl AND o.queue = s.queue AND o.list = p_list AND o.seq = p_first
        AND o.object = p_object) THEN RETURN true; END IF; -- sent again because the answer was lost
      IF NOT EXISTS (SELECT FROM {schema}.crawl_rows r WHERE r.crawl = s.crawl AND r.sealer = p_token AND r.sealer_until > {schema}.now_ms())
        OR coalesce({schema}.cursor_of(s, p_list) >= p_first, true) THEN RETURN false; END IF;
      -- another worker moved some of them: its lease ended while it wrote
      IF p_count <> (SELECT count(*) FROM {schema}.crawl_urls u
        WHERE u.queue = s.queue AND u.list = p_list AND u.seq BETWEEN p_first AND p_last AND u.hash <> 0) THEN RETURN false; END IF;
      DELETE FROM {schema}.crawl_urls u WHERE u.queue = s.queue AND u.list = p_list AND u.seq BETWEEN p_first AND p_last;
      INSERT INTO {schema}.crawl_urls (queue, hash, list, seq, host, is_page, address) VALUES (s.queue, 0, p_list, p_first, 0, false, p_pointer);
      INSERT INTO {schema}.crawl_objects (crawl, queue, list, seq, object) VALUES (s.crawl, s.queue, p_list, p_first, p_object);
      RETURN true;
    END $$`,
  // Some of the lists that need their next URLs, with their pointers; without one where slots are to be passed on first.
  `CREATE FUNCTION {schema}.due_lists(p_id text) RETURNS TABLE (list text, pointer text) ${FUNCTION_OPTIONS} AS $$
    DECLARE s {schema}.crawl_states;
    BEGIN
      SELECT * INTO s FROM {schema}.crawl_states c WHERE c.id = p_id AND c.status = 'running';
      RETURN QUERY SELECT d.list::text, (SELECT u.address FROM {schema}.crawl_urls u
          WHERE u.queue = d.queue AND u.list = d.list AND u.seq = {schema}.cursor_of(s, d.list) AND u.hash = 0)
        FROM {schema}.crawl_due_lists d WHERE d.queue = s.queue ORDER BY random() LIMIT ${LISTS_AT_ONCE};
    END $$`,
  // Replaces a pointer by its URLs, unless that was done before, and passes slots on that wait for them.
  `CREATE FUNCTION {schema}.restore_urls(p_id text, p_list bigint, p_pointer text, p_seqs bigint[], p_hashes bigint[], p_hosts bigint[],
      p_are_pages boolean[], p_addresses text[]) RETURNS void ${FUNCTION_OPTIONS} AS $$
    DECLARE s {schema}.crawl_states; slots bigint; rank_now bigint;
    BEGIN
      SELECT * INTO s FROM {schema}.crawl_states c WHERE c.id = p_id FOR UPDATE;
      IF NOT FOUND OR s.status <> 'running' THEN RETURN; END IF;
      IF p_pointer IS NOT NULL THEN
        DELETE FROM {schema}.crawl_urls u WHERE u.queue = s.queue AND u.list = p_list AND u.seq = p_seqs[1] AND u.hash = 0 AND u.address = p_pointer;
        IF NOT FOUND THEN RETURN; END IF;
        INSERT INTO {schema}.crawl_urls (queue, hash, list, seq, host, is_page, address)
        SELECT s.queue, u.hash, p_list, u.seq, u.host, u.is_page, u.address
        FROM unnest(p_seqs, p_hashes, p_hosts, p_are_pages, p_addresses) AS u(seq, hash, host, is_page, address);
        UPDATE {schema}.crawl_objects o SET is_read = true WHERE o.crawl = s.crawl AND o.queue = s.queue AND o.list = p_list AND o.seq = p_seqs[1];
      END IF;
      DELETE FROM {schema}.crawl_due_lists d WHERE d.queue = s.queue AND d.list = p_list RETURNING d.owed INTO slots;
      IF p_list > 0 THEN
        UPDATE {schema}.crawl_hosts h SET rank = CASE WHEN s.is_longest_first THEN nullif(-h.waiting, 0) ELSE least(h.back, h.fresh) END
        WHERE h.queue = s.queue AND h.host = p_list RETURNING h.rank INTO rank_now;
        s.head := least(s.head, rank_now);
      END IF;
      FOR n IN 1..least(coalesce(slots, 0), ${SLOTS_AT_ONCE}) LOOP s := {schema}.pass_slot(s, -p_list, p_list <> 0); END LOOP;
      IF slots > ${SLOTS_AT_ONCE} THEN
        INSERT INTO {schema}.crawl_due_lists AS d (queue, list, owed) VALUES (s.queue, p_list, slots - ${SLOTS_AT_ONCE})
        ON CONFLICT (queue, list) DO UPDATE SET owed = d.owed + EXCLUDED.owed;
      END IF;
      PERFORM {schema}.keep_state(s);
    END $$`,
];
