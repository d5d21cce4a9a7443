import { blockOf } from '../../search/search.functions.js';
import { FUNCTION_OPTIONS } from './function-options.js';
import { URL_ARGUMENTS, URL_PARAMETERS } from './add-urls.js';

/** Positions of kinds in `sealed`, minus one, and their numbers in tables. */
export const KIND_NUMBERS = { pages: 0, records: 1, failures: 2, blocked: 3 } as const;

export const COMPLETE: readonly string[] = [
  // Gives the slot of a URL without a page to the next one of its host, if that is at its bound, else of all.
  `CREATE FUNCTION {schema}.pass_slot(s {schema}.crawl_states, p_host bigint, p_is_page boolean) RETURNS {schema}.crawl_states
    LANGUAGE plpgsql AS $$
    DECLARE passed_list bigint; passed_seq bigint; passed_url {schema}.crawl_urls;
    BEGIN
      IF s.per_host IS NOT NULL AND p_is_page THEN
        SELECT -h.host, h.held INTO passed_list, passed_seq FROM {schema}.crawl_hosts h WHERE h.queue = s.queue AND h.host = p_host;
        IF passed_seq IS NULL THEN
          UPDATE {schema}.crawl_hosts h SET slots = h.slots - 1 WHERE h.queue = s.queue AND h.host = p_host;
        END IF;
      END IF;
      IF passed_seq IS NULL THEN
        passed_list := 0; passed_seq := s.later;
        IF passed_seq IS NULL THEN
          s.open := s.open + 1;
          RETURN s;
        END IF;
      END IF;
      SELECT * INTO passed_url FROM {schema}.crawl_urls u WHERE u.queue = s.queue AND u.list = passed_list AND u.seq = passed_seq;
      IF passed_url.hash = 0 THEN
        INSERT INTO {schema}.crawl_due_lists AS d (queue, list, owed) VALUES (s.queue, passed_list, 1)
        ON CONFLICT (queue, list) DO UPDATE SET owed = d.owed + 1;
        RETURN s;
      END IF;
      IF passed_list = 0 THEN s.later := {schema}.next_url(s.queue, 0, passed_seq);
      ELSE
        UPDATE {schema}.crawl_hosts h SET held = {schema}.next_url(s.queue, passed_list, passed_seq) WHERE h.queue = s.queue AND h.host = p_host;
      END IF;
      INSERT INTO {schema}.crawl_tasks (queue, seq, list, host, state) VALUES (s.queue, passed_seq, passed_list, passed_url.host, 'back');
      s.head := least(s.head, {schema}.put_back(s, passed_url.host, passed_seq, 1));
      RETURN s;
    END $$`,
  `CREATE FUNCTION {schema}.add_tallies(a jsonb, b jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
    DECLARE t record;
    BEGIN
      IF b = '{}' THEN RETURN a; END IF;
      FOR t IN SELECT x.key, x.value FROM jsonb_each_text(b) x LOOP
        a := a || jsonb_build_object(t.key, coalesce((a->>t.key)::bigint, 0) + t.value::bigint);
      END LOOP;
      RETURN a;
    END $$`,
  // Returns the stored outcome, 'lost', or 'full' for one failure too many: nothing is stored then, and the lease remains.
  `CREATE FUNCTION {schema}.complete_url(p_id text, p_seq bigint, p_token text, p_kind text, p_record bytea, p_note bytea, p_root text,
      p_tallies jsonb, p_changes jsonb, p_max_failures bigint, p_packed bytea, p_bytes bigint, p_credits bigint, p_keys bigint[],
      p_url text, p_title text, p_status integer, p_language text, p_markdown text, p_metadata jsonb, p_hash text,
      p_words text, p_page_key bigint, p_written_at bigint, ${URL_PARAMETERS})
    RETURNS text ${FUNCTION_OPTIONS} AS $$
    DECLARE s {schema}.crawl_states; t {schema}.crawl_tasks; stored text := p_kind; records bigint;
    BEGIN
      SELECT * INTO s FROM {schema}.crawl_states c WHERE c.id = p_id FOR UPDATE;
      IF NOT FOUND OR s.status <> 'running' THEN RETURN 'lost'; END IF;
      SELECT * INTO t FROM {schema}.crawl_tasks x WHERE x.queue = s.queue AND x.seq = p_seq AND x.state = 'leased' AND x.token = p_token;
      IF NOT FOUND THEN RETURN 'lost'; END IF;
      IF s.failed >= p_max_failures THEN RETURN 'full'; END IF;
      IF p_kind = 'page' AND EXISTS (SELECT FROM {schema}.crawl_stored_keys k WHERE k.queue = s.queue AND k.hash = ANY (p_keys)) THEN
        stored := 'collapsed';
      END IF;
      DELETE FROM {schema}.crawl_tasks x WHERE x.queue = s.queue AND x.seq = p_seq;
      s.leased := s.leased - 1;
      records := s.pages + s.failed + s.blocked + s.collapsed;
      IF stored <> 'seeded' THEN
        INSERT INTO {schema}.outcome_rows VALUES (s.crawl, ${KIND_NUMBERS.records}, records, convert_to(stored || ' ', 'UTF8') || p_record);
      END IF;
      CASE stored
        WHEN 'page' THEN
          INSERT INTO {schema}.result_rows (crawl, position, bytes, packed, url, title, status_code, language, markdown, metadata, content_hash,
            fetched_at, words, page_key, written_at)
          SELECT s.crawl, s.pages, p_bytes, p_packed, r.* FROM (SELECT) AS one LEFT JOIN
            (SELECT p_url, p_title, p_status, p_language, p_markdown, p_metadata, p_hash, clock_timestamp(),
              (p_words || ' ' || ${blockOf('s.crawl', 's.pages')})::tsvector, {schema}.owned_page(s.crawl, p_page_key), p_written_at
            ) AS r ON NOT s.is_private;
          INSERT INTO {schema}.crawl_stored_keys (queue, hash) SELECT s.queue, k.hash FROM unnest(p_keys) AS k(hash) ON CONFLICT DO NOTHING;
          INSERT INTO {schema}.crawl_keys (queue, hash) SELECT s.queue, k.hash FROM unnest(p_keys) AS k(hash) ON CONFLICT DO NOTHING;
          s.pages := s.pages + 1;
          s.credits := s.credits + p_credits;
          IF t.is_rendering THEN s.rendered := s.rendered + 1; END IF;
          s.tallies := {schema}.add_tallies(s.tallies, p_changes);
          IF s.has_webhook THEN UPDATE {schema}.webhook_rows w SET due = {schema}.now_ms() WHERE w.crawl = s.crawl AND w.due IS NULL; END IF;
        WHEN 'failed' THEN
          INSERT INTO {schema}.outcome_rows VALUES (s.crawl, ${KIND_NUMBERS.failures}, s.failed, p_note);
          s.failed := s.failed + 1;
        WHEN 'blocked' THEN
          INSERT INTO {schema}.outcome_rows VALUES (s.crawl, ${KIND_NUMBERS.blocked}, s.blocked, p_note);
          s.blocked := s.blocked + 1;
        WHEN 'collapsed' THEN s.collapsed := s.collapsed + 1;
        ELSE s.seeded := s.seeded + 1;
      END CASE;
      IF stored IN ('page', 'failed') THEN
        s.root_url := coalesce(s.root_url, p_root);
        s.tallies := {schema}.add_tallies(s.tallies, p_tallies);
      END IF;
      IF s.admits AND stored <> 'page' THEN
        s := {schema}.pass_slot(s, t.host,
          (SELECT u.is_page FROM {schema}.crawl_urls u WHERE u.queue = s.queue AND u.list = t.list AND u.seq = t.seq));
      END IF;
      IF s.pages < s.page_limit THEN s := {schema}.add_urls(s, ${URL_ARGUMENTS}); END IF;
      PERFORM {schema}.keep_state(s);
      RETURN stored;
    END $$`,
];
