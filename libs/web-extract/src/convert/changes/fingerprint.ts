import { createHash } from 'node:crypto';

const digest = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64url').slice(0, 27);
};

/** Removes invisible differences: trailing white space of lines, and empty lines at both ends. */
export const normalizeText = (markdown: string): string =>
  markdown
    .replace(/[^\S\n]+$/gm, '')
    .replace(/^\n+|\n+$/g, '')
    .normalize('NFC');

/** Returns the hash of the normalized text. */
export const fingerprintOf = (markdown: string): string => digest(normalizeText(markdown));

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
