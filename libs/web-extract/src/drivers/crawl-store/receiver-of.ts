import { parseUrl } from '../../web/url/parse-url.js';

/** By what the receiver of webhook messages is told from others: host and port, where the address names them. */
export const receiverOf = (url: string): string => parseUrl(url)?.host || url;
