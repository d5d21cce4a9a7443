import { PLANNED_ONCE } from '../schema/planned-once.js';
import { FIRST_BLOB } from './row-keys.js';

/** Stores of rows, each with tables of its own. */
export const ROW_STORES = ['history', 'cache', 'monitors', 'extractors'] as const;
export type RowStoreName = (typeof ROW_STORES)[number];

/**
 * Functions use qualified names only. With few rows in a table, or old statistics of it, its index is used all the same; the price of a plan
 * without one would have it compiled, which takes 60 ms.
 */
export const SETTINGS = `SET search_path = pg_catalog, pg_temp SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off ${PLANNED_ONCE}`;

/** Rows with this key, from the table that its first byte says. */
const rowsAt = (store: RowStoreName, key: string): string => `
  SELECT t.key, t.version, t.long_id, t.value FROM {schema}.${store}_values t
    WHERE get_byte(${key}, 0) < ${FIRST_BLOB} AND t.key = ${key}
  UNION ALL
  SELECT t.key, t.version, t.long_id, t.value FROM {schema}.${store}_blobs t
    WHERE get_byte(${key}, 0) >= ${FIRST_BLOB} AND t.key = ${key}`;

/** First rows of a range `r`. */
const rowsOfRange = (store: RowStoreName): string => `
  (SELECT t.key, t.version, t.long_id, t.value FROM {schema}.${store}_values t
    WHERE get_byte(r.low, 0) < ${FIRST_BLOB} AND t.key > r.low AND t.key < r.high ORDER BY t.key LIMIT r.most)
  UNION ALL
  (SELECT t.key, t.version, t.long_id, t.value FROM {schema}.${store}_blobs t
    WHERE get_byte(r.low, 0) >= ${FIRST_BLOB} AND t.key > r.low AND t.key < r.high ORDER BY t.key LIMIT r.most)`;

const tablesOf = (store: RowStoreName): readonly string[] => [
  // counters and heads of feeds change with each page: their new versions fit into the same page of the table
  `CREATE TABLE {schema}.${store}_values
    (key bytea PRIMARY KEY, version bigint NOT NULL, long_id bytea, value bytea NOT NULL)
    WITH (fillfactor = 75, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 500,
      autovacuum_vacuum_insert_scale_factor = 0.2)`,
  `CREATE TABLE {schema}.${store}_blobs
    (key bytea PRIMARY KEY, version bigint NOT NULL, long_id bytea, value bytea NOT NULL)
    WITH (autovacuum_vacuum_scale_factor = 0.1, toast.autovacuum_vacuum_scale_factor = 0.1)`,
  // whose turn it is: of a process that has lost several races. Lost with a crash of the server, and over soon anyway
  `CREATE UNLOGGED TABLE {schema}.${store}_turns
    (holder text PRIMARY KEY, stripes integer[] NOT NULL, until bigint NOT NULL) WITH (fillfactor = 50)`,
  // packed already
  `ALTER TABLE {schema}.${store}_blobs ALTER COLUMN value SET STORAGE EXTERNAL`,
];

/** Reads rows and ranges in one snapshot. Ranges are numbered after the rows. */
const readFunction = (store: RowStoreName): string => `
CREATE FUNCTION {schema}.${store}_read
  (keys bytea[], lows bytea[], highs bytea[], counts bigint[], wholes integer[])
  RETURNS TABLE (item integer, key bytea, version bigint, long_id bytea, value bytea)
  LANGUAGE plpgsql STABLE ${SETTINGS} AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT k.item::integer, f.key, f.version, f.long_id, f.value
    FROM unnest(keys) WITH ORDINALITY AS k (name, item) CROSS JOIN LATERAL (${rowsAt(store, 'k.name')}) f;
  IF cardinality(lows) = 0 THEN RETURN; END IF;
  RETURN QUERY SELECT (cardinality(keys) + r.item)::integer, f.key, f.version, f.long_id,
      CASE WHEN r.whole = 1 THEN f.value END
    FROM unnest(lows, highs, counts, wholes) WITH ORDINALITY AS r (low, high, most, whole, item)
    CROSS JOIN LATERAL (${rowsOfRange(store)}) f;
END $$`;

/** Reads a range up to a size. */
const sliceFunction = (store: RowStoreName): string => `
CREATE FUNCTION {schema}.${store}_slice
  (low bytea, high bytea, is_reversed boolean, most bigint, max_bytes bigint)
  RETURNS TABLE (key bytea, long_id bytea, value bytea)
  LANGUAGE plpgsql STABLE ${SETTINGS} AS $$
DECLARE
  bytes bigint := 0;
BEGIN
  FOR key, long_id, value IN EXECUTE format(
    'SELECT key, long_id, value FROM {schema}.${store}_%s WHERE key > $1 AND key < $2 ORDER BY key %s LIMIT $3',
    CASE WHEN get_byte(low, 0) < ${FIRST_BLOB} THEN 'values' ELSE 'blobs' END,
    CASE WHEN is_reversed THEN 'DESC' ELSE 'ASC' END) USING low, high, most
  LOOP
    RETURN NEXT;
    bytes := bytes + octet_length(value);
    EXIT WHEN bytes >= max_bytes;
  END LOOP;
END $$`;

/** Others wait so long for a process that has the turn; it may be frozen. */
const TURN_MS = 250;

/**
 * Writes the changes of steps if the rows and ranges they have read are unchanged; otherwise returns the changed ones: rows with their values, ranges without
 * them; item 0: it is another one's turn. Locks are numbers of stripes times two, plus one for an exclusive lock, in order: calls do not wait
 * for each other in a circle. Others leave the stripes of `turns` alone for a time after a conflict, until the changes are written.
 */
const changeFunction = (store: RowStoreName): string => `
CREATE FUNCTION {schema}.${store}_change
  (locks integer[], seen bytea[], versions bigint[],
   lows bytea[], highs bytea[], counts bigint[], wholes integer[], prints bytea[],
   put_keys bytea[], put_longs bytea[], put_starts integer[], put_lengths integer[], put_bytes bytea,
   gone_values bytea[], gone_blobs bytea[], counters bytea[], amounts bigint[], caller text, turns integer[])
  RETURNS TABLE (item integer, key bytea, version bigint, long_id bytea, value bytea)
  LANGUAGE plpgsql VOLATILE ${SETTINGS} AS $$
#variable_conflict use_column
DECLARE
  space constant integer := hashtext('{schema} ${store}');
  new_version bigint;
  is_stale boolean;
  number integer;
BEGIN
  FOREACH number IN ARRAY locks LOOP
    IF number % 2 = 1 THEN PERFORM pg_advisory_xact_lock(space, number / 2);
    ELSE PERFORM pg_advisory_xact_lock_shared(space, number / 2);
    END IF;
  END LOOP;

  IF EXISTS (SELECT FROM {schema}.${store}_turns t WHERE t.until > {schema}.now_ms() AND t.holder <> caller
    AND t.stripes && ARRAY (SELECT lock / 2 FROM unnest(locks) lock)) THEN
    item := 0;
    RETURN NEXT;
    RETURN;
  END IF;

  RETURN QUERY SELECT s.item::integer, f.key, f.version, f.long_id, f.value
    FROM unnest(seen, versions) WITH ORDINALITY AS s (name, number, item)
    LEFT JOIN LATERAL (${rowsAt(store, 's.name')}) f ON true
    WHERE coalesce(f.version, 0) <> s.number;
  is_stale := FOUND;
  IF cardinality(lows) > 0 THEN
    RETURN QUERY SELECT (cardinality(seen) + r.item)::integer, NULL::bytea, NULL::bigint, NULL::bytea, NULL::bytea
      FROM unnest(lows, highs, counts, wholes, prints) WITH ORDINALITY AS r (low, high, most, whole, print, item)
      WHERE r.print <> (
        SELECT sha256(coalesce(
          string_agg(f.key || int8send(CASE WHEN r.whole = 1 THEN f.version ELSE 0 END), ''::bytea ORDER BY f.key), ''::bytea))
        FROM (${rowsOfRange(store)}) f);
    is_stale := is_stale OR FOUND;
  END IF;
  IF is_stale THEN
    IF cardinality(turns) > 0 THEN
      INSERT INTO {schema}.${store}_turns (holder, stripes, until) VALUES (caller, turns, {schema}.now_ms() + ${TURN_MS})
        ON CONFLICT (holder) DO UPDATE SET stripes = EXCLUDED.stripes, until = EXCLUDED.until;
    END IF;
    RETURN;
  END IF;
  IF cardinality(turns) > 0 THEN UPDATE {schema}.${store}_turns t SET until = 0 WHERE t.holder = caller; END IF;

  new_version := nextval('{schema}.row_versions');
  ${['values', 'blobs'].map((kind) => putStatement(store, kind)).join('\n  ')}
  DELETE FROM {schema}.${store}_values t WHERE t.key = ANY (gone_values);
  DELETE FROM {schema}.${store}_blobs t WHERE t.key = ANY (gone_blobs);
  ${countStatements(store, 'counters', 'amounts')}
END $$`;

/** Adds amounts to counters, in functions that declare `number` and `new_version`. */
export const countStatements = (store: RowStoreName, counters: string, amounts: string): string => `
  FOR number IN 1 .. cardinality(${counters}) LOOP
    UPDATE {schema}.${store}_values t SET version = new_version,
        value = convert_to(greatest(0, convert_from(t.value, 'UTF8')::bigint + ${amounts}[number])::text, 'UTF8')
      WHERE t.key = ${counters}[number];
    CONTINUE WHEN FOUND;
    INSERT INTO {schema}.${store}_values AS t (key, version, value)
      VALUES (${counters}[number], new_version, convert_to(greatest(0, ${amounts}[number])::text, 'UTF8'))
      ON CONFLICT (key) DO UPDATE SET version = EXCLUDED.version, value =
        convert_to((convert_from(t.value, 'UTF8')::bigint + convert_from(EXCLUDED.value, 'UTF8')::bigint)::text, 'UTF8');
  END LOOP;`;

const putStatement = (store: RowStoreName, kind: string): string => `
  INSERT INTO {schema}.${store}_${kind} (key, version, long_id, value)
    SELECT p.name, new_version, p.long, substring(put_bytes FROM p.start FOR p.length)
    FROM unnest(put_keys, put_longs, put_starts, put_lengths) AS p (name, long, start, length)
    WHERE get_byte(p.name, 0) ${kind === 'values' ? '<' : '>='} ${FIRST_BLOB}
    ON CONFLICT (key) DO UPDATE SET version = EXCLUDED.version, value = EXCLUDED.value;`;

/** Tables and functions of the stores of rows. */
export const ROW_TABLES: readonly string[] = [
  // a number is used once: a row that was removed and written again is another one
  `CREATE SEQUENCE {schema}.row_versions`,
  // of bodies and texts; each process takes many at once
  `CREATE SEQUENCE {schema}.row_numbers INCREMENT 100000 MINVALUE 0`,
  ...ROW_STORES.flatMap((store) => [
    ...tablesOf(store),
    readFunction(store),
    sliceFunction(store),
    changeFunction(store),
  ]),
];
