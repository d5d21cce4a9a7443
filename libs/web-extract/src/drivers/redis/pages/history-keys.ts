/** Begins the names of the keys of histories, with the version of their layout. */
export const HISTORY_STORE = 'history2';

/** Begins those of the first layout: pages by hosts, and a field for each alias. */
export const EARLIER_STORE = 'history';
