/**
 * Options of functions: plans of statements are kept by connections while tables grow, so they always use indexes. Disabled plans have costs
 * for which PostgreSQL would compile them.
 */
export const FUNCTION_OPTIONS = `LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET jit = off SET enable_seqscan = off
  SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off`;
