import { PLANNED_ONCE } from '../schema/planned-once.js';

/** Keys, and what owners may use and have used. */
export const KEY_TABLES: readonly string[] = [
  `CREATE TABLE {schema}.key_secret (one boolean PRIMARY KEY DEFAULT true CHECK (one), secret text NOT NULL)`,
  `CREATE TABLE {schema}.key_rows (
    hash text PRIMARY KEY,
    id text NOT NULL UNIQUE,
    owner text NOT NULL,
    owner_id text NOT NULL,
    record bytea NOT NULL,
    used_at bigint
  ) WITH (fillfactor = 80)`,
  `CREATE INDEX key_rows_of_owner ON {schema}.key_rows (owner_id)`,
  `CREATE TABLE {schema}.allowances (
    owner_id text PRIMARY KEY,
    owner text NOT NULL,
    granted bigint,
    used bigint NOT NULL DEFAULT 0,
    since bigint NOT NULL DEFAULT 0,
    pages bigint NOT NULL DEFAULT 0,
    bytes bigint NOT NULL DEFAULT 0,
    browser_ms bigint NOT NULL DEFAULT 0,
    tokens bigint NOT NULL DEFAULT 0
  ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500)`,
  `CREATE TABLE {schema}.reservations (
    id text PRIMARY KEY,
    owner_id text NOT NULL,
    credits bigint NOT NULL,
    pages bigint NOT NULL,
    since bigint NOT NULL,
    reserved_at bigint NOT NULL,
    is_settled boolean NOT NULL DEFAULT false -- kept for a while: a settlement may be repeated after its answer was lost
  )`,
  `CREATE INDEX reservations_of_owner ON {schema}.reservations (owner_id, reserved_at)`,
  // the last batch of each process, so that a repeated one is not added twice
  `CREATE TABLE {schema}.usage_batches (
    owner_id text, process text, number bigint NOT NULL, since bigint NOT NULL, PRIMARY KEY (owner_id, process)
  ) WITH (fillfactor = 70)`,
  `CREATE TABLE {schema}.notices (
    owner_id text, notice text, period bigint NOT NULL, claimed_at bigint NOT NULL, PRIMARY KEY (owner_id, notice)
  )`,
  // Locks the row of an owner, ends a day that is over, and releases reservations that were never settled.
  `CREATE FUNCTION {schema}.open_allowance(of_owner text, name text, aside_ms bigint) RETURNS {schema}.allowances
    LANGUAGE plpgsql AS $$
    DECLARE
      a {schema}.allowances;
      r record;
      now_ms bigint := {schema}.now_ms();
    BEGIN
      INSERT INTO {schema}.allowances (owner_id, owner) VALUES (of_owner, name) ON CONFLICT DO NOTHING;
      SELECT * INTO a FROM {schema}.allowances WHERE owner_id = of_owner FOR UPDATE;
      IF a.since > 0 AND a.since + 86400000 <= now_ms THEN
        UPDATE {schema}.allowances SET since = 0, pages = 0, bytes = 0, browser_ms = 0, tokens = 0 WHERE owner_id = of_owner;
        DELETE FROM {schema}.usage_batches WHERE owner_id = of_owner;
      END IF;
      FOR r IN DELETE FROM {schema}.reservations WHERE id IN (
        SELECT id FROM {schema}.reservations WHERE owner_id = of_owner AND reserved_at <= now_ms - aside_ms
        ORDER BY reserved_at LIMIT 100) RETURNING * LOOP
        CONTINUE WHEN r.is_settled;
        UPDATE {schema}.allowances SET used = used - r.credits,
          pages = CASE WHEN since = r.since AND since > 0 THEN pages - r.pages ELSE pages END
          WHERE owner_id = of_owner;
      END LOOP;
      SELECT * INTO a FROM {schema}.allowances WHERE owner_id = of_owner;
      RETURN a;
    END $$`,
  // \`limits\`: pages, bytes, milliseconds of the browser and tokens of a day; -1: unlimited
  `CREATE FUNCTION {schema}.reserve_allowance(of_owner text, name text, aside_ms bigint, reservation text, most_credits bigint, most_pages bigint,
    limits bigint[]) RETURNS jsonb LANGUAGE plpgsql ${PLANNED_ONCE} AS $$
    DECLARE
      a {schema}.allowances;
      names text[] := ARRAY['pages', 'bytes', 'browserMs', 'tokens'];
      amounts bigint[];
      reserved_credits bigint := 0;
      reserved_since bigint := 0;
      is_limited boolean := limits[1] >= 0;
      is_held boolean;
    BEGIN
      -- nothing is counted for an owner without credits and limits: its row is not locked
      IF greatest(limits[1], limits[2], limits[3], limits[4]) < 0
        AND NOT EXISTS (SELECT 1 FROM {schema}.allowances WHERE owner_id = of_owner AND granted IS NOT NULL) THEN
        RETURN jsonb_build_object('credits', 0, 'since', 0, 'pages', 0, 'isHeld', false, 'granted', NULL, 'used', 0);
      END IF;
      a := {schema}.open_allowance(of_owner, name, aside_ms);
      amounts := ARRAY[a.pages, a.bytes, a.browser_ms, a.tokens];
      IF a.granted IS NOT NULL AND a.granted - a.used <= 0 THEN RETURN to_jsonb('no-credits'::text); END IF;
      IF a.granted IS NOT NULL THEN reserved_credits := least(a.granted - a.used, most_credits); END IF;
      FOR n IN 1..4 LOOP
        IF limits[n] >= 0 AND amounts[n] + (CASE WHEN n = 1 THEN greatest(1, most_pages) ELSE 1 END) > limits[n] THEN
          RETURN to_jsonb('no-' || names[n]);
        END IF;
      END LOOP;
      IF is_limited THEN
        reserved_since := a.since;
        IF most_pages > 0 AND a.since = 0 THEN reserved_since := {schema}.now_ms(); END IF;
      END IF;
      UPDATE {schema}.allowances SET used = used + reserved_credits,
        since = CASE WHEN is_limited AND most_pages > 0 THEN reserved_since ELSE since END,
        pages = pages + CASE WHEN is_limited THEN most_pages ELSE 0 END
        WHERE owner_id = of_owner AND (reserved_credits > 0 OR is_limited AND most_pages > 0);
      is_held := reserved_credits > 0 OR (reserved_since > 0 AND most_pages > 0);
      IF is_held THEN
        INSERT INTO {schema}.reservations VALUES (reservation, of_owner, reserved_credits,
          CASE WHEN reserved_since > 0 THEN most_pages ELSE 0 END, reserved_since, {schema}.now_ms());
      END IF;
      RETURN jsonb_build_object('credits', reserved_credits, 'since', reserved_since,
        'pages', CASE WHEN is_limited THEN a.pages + most_pages ELSE 0 END, 'isHeld', is_held,
        'granted', a.granted, 'used', a.used + reserved_credits);
    END $$`,
  // a reservation that was released in the meantime is charged as if nothing had been reserved
  `CREATE FUNCTION {schema}.settle_allowance(of_owner text, name text, aside_ms bigint, reservation text, most_credits bigint, most_pages bigint,
    day bigint, cost_credits bigint, cost_pages bigint) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      a {schema}.allowances := {schema}.open_allowance(of_owner, name, aside_ms);
      is_held boolean := reservation = '';
      charged bigint := 0;
      more_pages bigint;
    BEGIN
      IF NOT is_held THEN
        UPDATE {schema}.reservations SET is_settled = true WHERE id = reservation AND owner_id = of_owner AND NOT is_settled;
        is_held := FOUND;
        IF NOT is_held AND EXISTS (SELECT 1 FROM {schema}.reservations WHERE id = reservation AND owner_id = of_owner) THEN RETURN; END IF;
      END IF;
      IF a.granted IS NOT NULL THEN
        charged := least(cost_credits - CASE WHEN is_held THEN most_credits ELSE 0 END, greatest(0, a.granted - a.used));
      END IF;
      more_pages := CASE WHEN day > 0 AND a.since = day THEN cost_pages - CASE WHEN is_held THEN most_pages ELSE 0 END ELSE 0 END;
      UPDATE {schema}.allowances SET used = used + charged, pages = pages + more_pages
        WHERE owner_id = of_owner AND (charged <> 0 OR more_pages <> 0);
    END $$`,
  `CREATE FUNCTION {schema}.use_allowance(of_owner text, name text, aside_ms bigint, amounts bigint[], of_process text, batch bigint)
    RETURNS SETOF {schema}.allowances LANGUAGE plpgsql AS $$
    DECLARE
      a {schema}.allowances := {schema}.open_allowance(of_owner, name, aside_ms);
      is_known boolean := false;
    BEGIN
      IF a.since = 0 THEN a.since := {schema}.now_ms(); END IF;
      IF of_process IS NOT NULL THEN
        SELECT true INTO is_known FROM {schema}.usage_batches
          WHERE owner_id = of_owner AND process = of_process AND number = batch AND since = a.since;
        IF is_known IS NOT TRUE THEN
          INSERT INTO {schema}.usage_batches VALUES (of_owner, of_process, batch, a.since)
            ON CONFLICT (owner_id, process) DO UPDATE SET number = EXCLUDED.number, since = EXCLUDED.since;
        END IF;
      END IF;
      RETURN QUERY UPDATE {schema}.allowances SET since = a.since,
        pages = pages + CASE WHEN is_known THEN 0 ELSE amounts[1] END,
        bytes = bytes + CASE WHEN is_known THEN 0 ELSE amounts[2] END,
        browser_ms = browser_ms + CASE WHEN is_known THEN 0 ELSE amounts[3] END,
        tokens = tokens + CASE WHEN is_known THEN 0 ELSE amounts[4] END
        WHERE owner_id = of_owner RETURNING *;
    END $$`,
];
