import { parseUrl } from '../../web/url/parse-url.js';

/** Identity of a webhook receiver: host, and port if the URL has one. */
export const receiverOf = (url: string): string => parseUrl(url)?.host || url;
