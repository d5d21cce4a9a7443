import { PLANNED_ONCE } from '../schema/planned-once.js';

/** More callers than can wait within a round: their numbers are the lower digits of a turn. */
const ROUND = 2 ** 20;
/** Time for which the turn of a caller is kept after the time of its next request, in milliseconds. */
const PATIENCE_MS = 250;
/** Longest time until the next request of a waiting caller, in milliseconds. */
const LATEST_MS = 500;
/** Additional time for each caller ahead, in milliseconds. */
const LATER_MS = 2;

const OPTIONS = `LANGUAGE plpgsql ${PLANNED_ONCE}`;

/**
 * Request rates of hosts. `started_at`: start of the latest page; `paced_until`: end of the longest delay; `closed_until`: end of a pause that
 * the host asked for; `pacer`: place of the request that keeps a delay; `round`: the round that is served; `refused`: number of refusals.
 * Lost with a crash of the server.
 */
export const HOST_TABLES: readonly string[] = [
  `CREATE UNLOGGED TABLE {schema}.host_states (
    host_id text PRIMARY KEY,
    started_at bigint NOT NULL DEFAULT 0,
    paced_until bigint NOT NULL DEFAULT 0,
    closed_until bigint NOT NULL DEFAULT 0,
    pacer text,
    round bigint NOT NULL DEFAULT 0,
    refused bigint NOT NULL DEFAULT 0
  ) WITH (fillfactor = 40, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500)`,
  `CREATE UNLOGGED TABLE {schema}.host_places (
    host_id text, place text, owner_id text NOT NULL, ends_at bigint NOT NULL, PRIMARY KEY (host_id, place)
  ) WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500)`,
  `CREATE UNLOGGED TABLE {schema}.host_waiting (
    host_id text, caller text, owner_id text NOT NULL, turn bigint NOT NULL, asks_by bigint NOT NULL, PRIMARY KEY (host_id, caller)
  ) WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500)`,
  // the last round in which each owner has a turn
  `CREATE UNLOGGED TABLE {schema}.host_rounds (
    host_id text, owner_id text, round bigint NOT NULL, PRIMARY KEY (host_id, owner_id)
  ) WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500)`,
  // Returns 0 if the place is taken, or the time until the next request in milliseconds. A late start is not made up for.
  `CREATE FUNCTION {schema}.enter_host(host text, new_place text, owner text, of_caller text, delay_ms bigint, most bigint, lease_ms bigint,
    ask_again_ms bigint) RETURNS bigint ${OPTIONS} SET lock_timeout = '3s' AS $$
    DECLARE
      s {schema}.host_states;
      now_ms bigint;
      opens_at bigint;
      free bigint;
      is_left boolean;
      my_turn bigint;
      my_round bigint;
      ahead bigint;
      wait_ms bigint;
    BEGIN
      SELECT * INTO s FROM {schema}.host_states WHERE host_id = host FOR UPDATE;
      IF NOT FOUND THEN
        INSERT INTO {schema}.host_states (host_id) VALUES (host) ON CONFLICT DO NOTHING;
        SELECT * INTO s FROM {schema}.host_states WHERE host_id = host FOR UPDATE;
      END IF;
      now_ms := {schema}.now_ms();
      opens_at := greatest(s.closed_until, least(s.paced_until, s.started_at + delay_ms));
      IF opens_at > now_ms THEN RETURN opens_at - now_ms; END IF;

      SELECT most - count(*), bool_or(ends_at <= now_ms) INTO free, is_left FROM {schema}.host_places WHERE host_id = host;
      IF is_left THEN
        DELETE FROM {schema}.host_places WHERE host_id = host AND ends_at <= now_ms;
        SELECT most - count(*) INTO free FROM {schema}.host_places WHERE host_id = host; -- some may have been renewed meanwhile
      END IF;
      IF delay_ms > 0 AND EXISTS (SELECT 1 FROM {schema}.host_places WHERE host_id = host AND place = s.pacer) THEN free := 0; END IF;
      IF delay_ms = 0 AND free = 0 AND NOT EXISTS (SELECT 1 FROM {schema}.host_places WHERE host_id = host AND owner_id = owner) THEN
        free := ${ROUND};
      END IF;

      IF free <= 0 OR EXISTS (SELECT 1 FROM {schema}.host_waiting WHERE host_id = host) THEN
        DELETE FROM {schema}.host_waiting WHERE host_id = host AND asks_by < now_ms;
        SELECT turn INTO my_turn FROM {schema}.host_waiting WHERE host_id = host AND caller = of_caller;
        IF my_turn IS NULL THEN
          SELECT round INTO my_round FROM {schema}.host_rounds WHERE host_id = host AND owner_id = owner;
          my_round := greatest(s.round, coalesce(my_round + 1, 0));
          s.refused := s.refused + 1;
          my_turn := my_round * ${ROUND} + s.refused % ${ROUND};
          INSERT INTO {schema}.host_rounds VALUES (host, owner, my_round)
            ON CONFLICT (host_id, owner_id) DO UPDATE SET round = EXCLUDED.round;
        END IF;
        SELECT count(*) INTO ahead FROM {schema}.host_waiting WHERE host_id = host AND turn < my_turn;
        IF ahead >= free THEN
          wait_ms := least(ask_again_ms + ${LATER_MS} * ahead, ${LATEST_MS});
          INSERT INTO {schema}.host_waiting VALUES (host, of_caller, owner, my_turn, now_ms + wait_ms + ${PATIENCE_MS})
            ON CONFLICT (host_id, caller) DO UPDATE SET asks_by = EXCLUDED.asks_by;
          UPDATE {schema}.host_states SET refused = s.refused WHERE host_id = host AND refused <> s.refused;
          RETURN wait_ms;
        END IF;
        DELETE FROM {schema}.host_waiting WHERE host_id = host AND caller = of_caller;
        s.round := greatest(s.round, my_turn / ${ROUND});
        IF NOT EXISTS (SELECT 1 FROM {schema}.host_waiting WHERE host_id = host) THEN
          DELETE FROM {schema}.host_rounds WHERE host_id = host;
        END IF;
      END IF;

      INSERT INTO {schema}.host_places VALUES (host, new_place, owner, now_ms + lease_ms);
      UPDATE {schema}.host_states SET started_at = now_ms, paced_until = greatest(paced_until, now_ms + delay_ms),
        pacer = CASE WHEN delay_ms > 0 THEN new_place ELSE pacer END, round = s.round, refused = s.refused
        WHERE host_id = host;
      RETURN 0;
    END $$`,
  `CREATE FUNCTION {schema}.leave_host(host text, left_place text, pause_ms bigint) RETURNS void ${OPTIONS} AS $$
    BEGIN
      IF pause_ms > 0 THEN
        UPDATE {schema}.host_states SET closed_until = greatest(closed_until, {schema}.now_ms() + pause_ms) WHERE host_id = host;
      END IF;
      DELETE FROM {schema}.host_places WHERE host_id = host AND place = left_place;
    END $$`,
];
