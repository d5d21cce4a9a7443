import { FUNCTION_OPTIONS } from './function-options.js';

/** Rows of \`webhook_rows\` have a time if there is something to send, or a sender has leased them. */
export const WEBHOOK_FUNCTIONS: readonly string[] = [
  `CREATE FUNCTION {schema}.webhook_messages(s {schema}.crawl_states) RETURNS bigint LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT 1 + s.pages + CASE s.status WHEN 'running' THEN 0 ELSE 1 END $$`,
  // Leases the messages of the crawl that waits longest; p_receivers and p_receiver_owners are pairs.
  `CREATE FUNCTION {schema}.take_webhook(p_lease bigint, p_token text, p_owners text[], p_receivers text[], p_receiver_owners text[])
    RETURNS TABLE (id text, next_position bigint, owner text, receiver text, tries integer) ${FUNCTION_OPTIONS} AS $$
    #variable_conflict use_column
    DECLARE now_ms bigint := {schema}.now_ms();
    BEGIN
      RETURN QUERY
      WITH next AS (
        SELECT w.crawl FROM {schema}.webhook_rows w
        JOIN {schema}.crawl_states s ON s.crawl = w.crawl
        JOIN {schema}.crawl_rows r ON r.crawl = w.crawl
        WHERE w.due <= now_ms AND w.owner <> ALL (p_owners) AND w.position < {schema}.webhook_messages(s)
          AND (r.expires_at IS NULL OR r.expires_at > now_ms)
          AND NOT EXISTS (SELECT FROM unnest(p_receivers, p_receiver_owners) AS b(receiver, owner) WHERE b.receiver = w.receiver AND b.owner = w.owner)
        ORDER BY w.due LIMIT 1 FOR UPDATE OF w SKIP LOCKED
      )
      UPDATE {schema}.webhook_rows w SET due = now_ms + p_lease, holder = p_token, lease_ms = p_lease FROM next n, {schema}.crawl_rows r
      WHERE w.crawl = n.crawl AND r.crawl = n.crawl RETURNING r.id, w.position, w.owner, w.receiver, w.tries;
    END $$`,
  `CREATE FUNCTION {schema}.advance_webhook(p_id text, p_token text, p_position bigint, p_is_released boolean, p_tries integer, p_wait bigint)
    RETURNS void ${FUNCTION_OPTIONS} AS $$
    DECLARE s {schema}.crawl_states; now_ms bigint;
    BEGIN
      SELECT * INTO s FROM {schema}.crawl_states c WHERE c.id = p_id FOR UPDATE; -- its pages are counted
      now_ms := {schema}.now_ms();
      UPDATE {schema}.webhook_rows w SET position = greatest(w.position, p_position), tries = p_tries,
        holder = CASE WHEN p_is_released THEN NULL ELSE w.holder END,
        due = CASE WHEN NOT p_is_released THEN now_ms + w.lease_ms
          WHEN greatest(w.position, p_position) < {schema}.webhook_messages(s) THEN now_ms + p_wait END
      WHERE w.crawl = s.crawl AND w.holder = p_token;
    END $$`,
];
