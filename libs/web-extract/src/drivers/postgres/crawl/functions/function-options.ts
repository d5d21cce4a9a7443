import { PLANNED_ONCE } from '../../schema/planned-once.js';

const ALWAYS = `LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET jit = off ${PLANNED_ONCE} SET enable_seqscan = off SET enable_bitmapscan = off`;

/**
 * Options of functions. Connections plan each statement once and keep its plan while tables grow, and statistics are of other crawls, so each
 * statement uses the index that it was written for: the options exclude other plans, and each of them can use one index only. Disabled plans have
 * costs for which PostgreSQL would compile them.
 *
 * Functions that only other functions call have none: settings apply to what is called.
 */
export const FUNCTION_OPTIONS = `${ALWAYS} SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_nestloop = on`;

/** Options of functions that join parameters with each other. They read tables in subqueries only. */
export const BATCH_OPTIONS = `${ALWAYS} SET enable_sort = on SET enable_hashjoin = on SET enable_mergejoin = off SET enable_nestloop = off`;
