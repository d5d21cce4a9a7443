/** Handlers, their cursors and what they could not process. `source_id`: hash of `source`. */
export const HANDLER_TABLES: readonly string[] = [
  `CREATE TABLE {schema}.handler_rows (
    name text PRIMARY KEY, kind text NOT NULL, newest_failure bigint NOT NULL DEFAULT 0
  ) WITH (fillfactor = 70)`,
  `CREATE TABLE {schema}.handler_cursors (
    handler text,
    source_id text,
    source text NOT NULL,
    position text NOT NULL DEFAULT '',
    attempts integer NOT NULL DEFAULT 0,
    is_done boolean NOT NULL DEFAULT false,
    interruptions integer NOT NULL DEFAULT 0,
    holder text,
    lease_ends bigint,
    called_by text,
    PRIMARY KEY (handler, source_id)
  ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500)`,
  `CREATE TABLE {schema}.handler_failures (handler text, n bigint, failure bytea NOT NULL, PRIMARY KEY (handler, n))`,
  `CREATE FUNCTION {schema}.register_handler(new_name text, new_kind text, most bigint, source_ids text[], sources text[],
    positions text[], attempts integer[], done boolean[]) RETURNS text LANGUAGE plpgsql AS $$
    DECLARE
      before text;
    BEGIN
      LOCK TABLE {schema}.handler_rows IN SHARE ROW EXCLUSIVE MODE;
      SELECT kind INTO before FROM {schema}.handler_rows WHERE name = new_name;
      IF FOUND THEN RETURN CASE WHEN before = new_kind THEN 'known' ELSE 'other-kind' END; END IF;
      IF (SELECT count(*) FROM {schema}.handler_rows) >= most THEN RETURN 'full'; END IF;
      INSERT INTO {schema}.handler_rows (name, kind) VALUES (new_name, new_kind);
      INSERT INTO {schema}.handler_cursors (handler, source_id, source, position, attempts, is_done)
        SELECT new_name, c.* FROM unnest(source_ids, sources, positions, attempts, done) AS c ON CONFLICT DO NOTHING;
      RETURN 'new';
    END $$`,
  `CREATE FUNCTION {schema}.take_cursor(of_handler text, id text, name text, new_holder text, lease_ms bigint, renews boolean)
    RETURNS SETOF {schema}.handler_cursors LANGUAGE plpgsql AS $$
    DECLARE
      now_ms bigint := {schema}.now_ms();
    BEGIN
      PERFORM 1 FROM {schema}.handler_rows h WHERE h.name = of_handler FOR KEY SHARE;
      IF NOT FOUND THEN RETURN; END IF;
      IF NOT renews THEN
        INSERT INTO {schema}.handler_cursors (handler, source_id, source) VALUES (of_handler, id, name) ON CONFLICT DO NOTHING;
      END IF;
      RETURN QUERY UPDATE {schema}.handler_cursors c SET holder = new_holder, lease_ends = now_ms + lease_ms,
        interruptions = interruptions + CASE WHEN called_by <> new_holder THEN 1 ELSE 0 END,
        called_by = CASE WHEN called_by <> new_holder THEN NULL ELSE called_by END
        WHERE c.handler = of_handler AND c.source_id = id
          AND (c.holder IS NULL OR c.holder = new_holder OR c.lease_ends <= now_ms)
        RETURNING c.*;
    END $$`,
  `CREATE FUNCTION {schema}.advance_cursor(of_handler text, id text, of_holder text, new_position text, new_attempts integer,
    done boolean, new_failure bytea, most bigint, from_position text) RETURNS boolean LANGUAGE plpgsql AS $$
    DECLARE
      newest bigint;
    BEGIN
      UPDATE {schema}.handler_cursors
        SET position = new_position, attempts = new_attempts, is_done = done, interruptions = 0
        WHERE handler = of_handler AND source_id = id AND holder = of_holder
          AND (from_position IS NULL OR position = from_position);
      IF NOT FOUND THEN RETURN false; END IF;
      IF new_failure IS NOT NULL THEN
        UPDATE {schema}.handler_rows SET newest_failure = newest_failure + 1 WHERE name = of_handler
          RETURNING newest_failure INTO newest;
        IF FOUND THEN
          INSERT INTO {schema}.handler_failures VALUES (of_handler, newest, new_failure);
          DELETE FROM {schema}.handler_failures f WHERE f.handler = of_handler AND f.n <= newest - most;
        END IF;
      END IF;
      RETURN true;
    END $$`,
  // The token is JSON in hexadecimal digits: no client has to bind parameters.
  `CREATE FUNCTION {schema}.confirm(token text) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      c jsonb := convert_from(decode(token, 'hex'), 'UTF8')::jsonb;
    BEGIN
      IF c->>'call' IS NOT NULL AND coalesce(current_setting('web_extract.call', true), '') <> c->>'call' THEN
        RAISE EXCEPTION 'the handler has ended the transaction itself' USING ERRCODE = 'WE002';
      END IF;
      IF c->>'kind' = 'cursor' THEN
        UPDATE {schema}.handler_cursors SET position = c->>'position', attempts = 0, is_done = (c->>'isDone')::boolean, interruptions = 0
          WHERE handler = c->>'handler' AND source_id = c->>'source' AND holder = c->>'holder' AND position = c->>'from';
      ELSE
        DELETE FROM {schema}.handler_failures WHERE handler = c->>'handler' AND n = (c->>'n')::bigint;
      END IF;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'nestjs-web-extract: the item is not to be confirmed any more' USING ERRCODE = 'WE001';
      END IF;
    END $$`,
];
