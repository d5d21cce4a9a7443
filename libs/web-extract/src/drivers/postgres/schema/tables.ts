import { ACTIVITY_TABLES } from '../activity/postgres.activity-log.js';
import { DUE_TABLES } from '../due/due.tables.js';
import { HANDLER_TABLES } from '../handlers/handlers.tables.js';
import { HOST_TABLES } from '../hosts/hosts.tables.js';
import { KEY_TABLES } from '../keys/keys.tables.js';
import { COUNTER_TABLES } from '../keys/postgres.usage-counter.js';
import { SESSION_TABLES } from '../sessions/postgres.session-store.js';
import { CRAWL_STORE_TABLES } from '../crawl/crawl.tables.js';
import { PENDING_TABLES } from '../rows/pending-changes.js';
import { ROW_TABLES } from '../rows/row-tables.js';
import { QUEUE_TABLES } from '../queue/queue.tables.js';
import { VIEW_TABLES } from '../views/views.tables.js';

/**
 * Statements that create everything of schema version 1, in order. Each store declares its own; `{schema}` is replaced by
 * the quoted name of the schema.
 */
export const TABLES: readonly string[] = [
  // milliseconds since the epoch by the clock of the server: those of processes may differ
  `CREATE FUNCTION {schema}.now_ms() RETURNS bigint LANGUAGE sql VOLATILE
    AS $$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint $$`,
  ...ACTIVITY_TABLES,
  ...COUNTER_TABLES,
  ...HANDLER_TABLES,
  ...HOST_TABLES,
  ...KEY_TABLES,
  ...SESSION_TABLES,
  ...CRAWL_STORE_TABLES,
  ...ROW_TABLES,
  ...PENDING_TABLES,
  ...QUEUE_TABLES,
  ...DUE_TABLES,
  ...VIEW_TABLES,
];
