/**
 * Setting of functions whose statements need no plans for their values: each connection plans them once, for all calls. With plans for values
 * the server would use a third more time for a crawled page.
 */
export const PLANNED_ONCE = 'SET plan_cache_mode = force_generic_plan';
