import { createHash } from 'node:crypto';
import { historyUrl } from '../../web/url/history-url.js';

/** Short key of the page of recorded values, whichever way its URL is written. */
export const valueKey = (url: string): string =>
  createHash('sha256').update(historyUrl(url)).digest('base64url').slice(0, 22);

/** Size of recorded values with their keys, in bytes. */
export const bytesOfValues = (url: string, values: string): number =>
  160 + Buffer.byteLength(url) + Buffer.byteLength(values);
