import { CRAWL_STORE_TABLES } from '../crawl/crawl.tables.js';
import { QUEUE_TABLES } from '../queue/queue.tables.js';

/**
 * Statements that create everything of schema version 1, in order. Each store declares its own; `{schema}` is replaced by
 * the quoted name of the schema.
 */
export const TABLES: readonly string[] = [
  // milliseconds since the epoch by the clock of the server: those of processes may differ
  `CREATE FUNCTION {schema}.now_ms() RETURNS bigint LANGUAGE sql VOLATILE
    AS $$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint $$`,
  ...CRAWL_STORE_TABLES,
  ...QUEUE_TABLES,
];
