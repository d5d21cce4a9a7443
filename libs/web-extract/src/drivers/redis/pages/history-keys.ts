/** Begins the names of the keys of histories. */
export const HISTORY_STORE = 'history';
