import { createHash } from 'node:crypto';

const digest = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64url').slice(0, 27);
};

/** A text without what does not show: white space at the ends of lines, and empty lines at its ends. */
export const normalizeText = (markdown: string): string =>
  markdown
    .replace(/[^\S\n]+$/gm, '')
    .replace(/^\n+|\n+$/g, '')
    .normalize('NFC');

/** Hash of the normalised text. */
export const fingerprintOf = (markdown: string): string => digest(normalizeText(markdown));

/** What the text of a page is made of. */
interface ReceivedPage {
  readonly url: string;
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Hash of all of a response that shapes its text. */
export const bodyHashOf = ({ url, statusCode, headers, body }: ReceivedPage): string =>
  digest(url, String(statusCode), headers['content-type'] ?? '', body);

/** Name of a value by its JSON. */
export const nameOf = (value: unknown): string => digest(JSON.stringify(value)).slice(0, 11);
