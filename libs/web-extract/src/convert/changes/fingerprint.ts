import { createHash } from 'node:crypto';
import { TimeSlice } from '../../concurrency/time-slice.js';
import { normalizedParts } from './normalize-text.js';

const HASH_CHARS = 27;

const digest = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64url').slice(0, HASH_CHARS);
};

/** Fingerprint of a page without text. */
export const EMPTY_FINGERPRINT = digest('');

/** Returns the hash of the normalized text. Runs in slices of the event loop. */
export async function fingerprintOf(markdown: string): Promise<string> {
  const hash = createHash('sha256');
  const slice = new TimeSlice();
  for (const part of normalizedParts(markdown)) {
    hash.update(part);
    if (slice.isOver) await slice.pass();
  }
  return hash.update('\0').digest('base64url').slice(0, HASH_CHARS);
}

/** The parts of a response that determine its text. */
interface ReceivedPage {
  readonly url: string;
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Returns the hash of all parts of a response that determine its text. */
export const bodyHashOf = ({ url, statusCode, headers, body }: ReceivedPage): string =>
  digest(url, String(statusCode), headers['content-type'] ?? '', body);

/** Identifies a value by a hash of its JSON. */
export const nameOf = (value: unknown): string => digest(JSON.stringify(value)).slice(0, 11);
