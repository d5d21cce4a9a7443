/**
 * Key that is equal for URLs that almost always are the same page: with and without TLS, `www.` and a trailing slash.
 */
export const samePageKey = (url: string): string =>
  url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
