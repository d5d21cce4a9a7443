import { createHash } from 'node:crypto';

/** Short key of the URL of recorded values. */
export const valueKey = (url: string): string =>
  createHash('sha256').update(url).digest('base64url').slice(0, 22);

/** Size of recorded values with their keys, in bytes. */
export const bytesOfValues = (url: string, values: string): number =>
  160 + Buffer.byteLength(url) + Buffer.byteLength(values);
