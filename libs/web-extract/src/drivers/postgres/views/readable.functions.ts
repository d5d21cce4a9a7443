/**
 * Functions of views. Whatever a page or a caller has written, they return a value: a SELECT on a view never fails because of a row.
 */
export const READABLE_FUNCTIONS: readonly string[] = [
  // The text of `toColumnText`, with U+FFFD for what PostgreSQL cannot hold.
  `CREATE FUNCTION {schema}.readable_text(content text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN position(chr(92) IN content) = 0 THEN content ELSE
      replace(regexp_replace(content, E'\\\\\\\\(?:0000|d[89a-f][0-9a-f]{2})', chr(65533), 'g'), chr(92) || '005c', chr(92)) END $$`,
  // Milliseconds since the epoch.
  `CREATE FUNCTION {schema}.readable_time(ms bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN ms > 9000000000000000 THEN 'infinity' WHEN ms < -200000000000000 THEN '-infinity' ELSE to_timestamp(ms / 1000.0) END $$`,
  // Null for what is not a number, and for numbers that are too large.
  `CREATE FUNCTION {schema}.readable_number(content jsonb) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN jsonb_typeof(content) = 'number' THEN
      CASE WHEN abs(content::numeric) < 9000000000000000000 THEN trunc(content::numeric)::bigint END END $$`,
  // A value of JSON.stringify, with U+FFFD for escapes that `jsonb` refuses; null for values that are not JSON.
  `CREATE FUNCTION {schema}.readable_json(content bytea) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
    DECLARE json text;
    BEGIN
      IF content IS NULL OR octet_length(content) = 0 OR get_byte(content, 0) = 255 THEN RETURN NULL; END IF;
      json := convert_from(content, 'UTF8');
      IF json ~ E'\\\\\\\\u(?:0000|d[89a-f])' THEN
        json := regexp_replace(json, E'(?<!\\\\\\\\)((?:\\\\\\\\\\\\\\\\)*)\\\\\\\\u(?:0000|d[89a-f][0-9a-f]{2})', E'\\\\1\\\\\\\\ufffd', 'g');
      END IF;
      RETURN json::jsonb;
    EXCEPTION WHEN OTHERS THEN
      RETURN NULL;
    END $$`,
];
