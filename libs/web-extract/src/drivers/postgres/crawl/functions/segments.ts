import { FUNCTION_OPTIONS } from './function-options.js';

/** Sealing: rows of results are replaced by pointers to segments. Kinds are those of \`KIND_NUMBERS\`. */
export const SEGMENT_FUNCTIONS: readonly string[] = [
  `CREATE FUNCTION {schema}.lease_sealer(p_id text, p_token text, p_lease bigint, p_sealed bigint) RETURNS boolean ${FUNCTION_OPTIONS} AS $$
    BEGIN
      UPDATE {schema}.crawl_rows r SET sealer = p_token, sealer_until = {schema}.now_ms() + p_lease, is_archived = true -- its objects are to be removed
      FROM {schema}.crawl_states s
      WHERE s.id = p_id AND r.crawl = s.crawl AND (SELECT sum(n) FROM unnest(r.sealed) n) = p_sealed
        AND (r.sealer IS NULL OR r.sealer_until <= {schema}.now_ms());
      RETURN FOUND;
    END $$`,
  `CREATE FUNCTION {schema}.seal_rows(p_id text, p_token text, p_firsts bigint[], p_counts bigint[], p_pointers text[]) RETURNS text
    ${FUNCTION_OPTIONS} AS $$
    DECLARE r {schema}.crawl_rows;
    BEGIN
      SELECT x.* INTO r FROM {schema}.crawl_rows x JOIN {schema}.crawl_states s ON s.crawl = x.crawl WHERE s.id = p_id FOR UPDATE OF x;
      IF NOT FOUND THEN RETURN 'gone'; END IF;
      IF EXISTS (SELECT FROM unnest(p_firsts, p_pointers) WITH ORDINALITY AS u(first, pointer, kind) JOIN {schema}.segment_rows g
        ON g.crawl = r.crawl AND g.kind = u.kind - 1 AND g.first = u.first AND g.pointer = convert_to(u.pointer, 'UTF8')) THEN
        RETURN 'replaced'; -- sent again because the answer was lost
      END IF;
      IF r.sealer IS DISTINCT FROM p_token OR r.sealer_until <= {schema}.now_ms() THEN RETURN 'lost'; END IF;
      FOR number IN 0..3 LOOP
        CONTINUE WHEN p_pointers[number + 1] IS NULL;
        IF r.sealed[number + 1] <> p_firsts[number + 1] THEN RETURN 'lost'; END IF;
      END LOOP;
      FOR number IN 0..3 LOOP
        CONTINUE WHEN p_pointers[number + 1] IS NULL;
        INSERT INTO {schema}.segment_rows VALUES (r.crawl, number, p_firsts[number + 1], convert_to(p_pointers[number + 1], 'UTF8'));
        r.sealed[number + 1] := p_firsts[number + 1] + p_counts[number + 1];
        IF number = 0 THEN
          DELETE FROM {schema}.result_rows x WHERE x.crawl = r.crawl AND x.position >= p_firsts[1] AND x.position < r.sealed[1];
        ELSE
          DELETE FROM {schema}.outcome_rows x WHERE x.crawl = r.crawl AND x.kind = number AND x.position >= p_firsts[number + 1] AND x.position < r.sealed[number + 1];
        END IF;
      END LOOP;
      UPDATE {schema}.crawl_rows x SET sealed = r.sealed, sealer = NULL WHERE x.crawl = r.crawl;
      RETURN 'replaced';
    END $$`,
];
