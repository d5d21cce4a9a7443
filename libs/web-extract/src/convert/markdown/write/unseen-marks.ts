/** Marks of where a word may be hyphenated, of byte order, and of words that stay together: no reader sees them. */
export const UNSEEN = /[\u00ad\u2060\ufeff]/g;
