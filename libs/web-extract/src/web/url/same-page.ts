/** Equal for addresses that are as good as always one page: with and without TLS, `www.` and a slash at the end. */
export const samePageKey = (url: string): string =>
  url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
