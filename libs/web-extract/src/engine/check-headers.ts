import { InvalidRequestError } from '../model/errors.js';

/** Headers that belong to the connection or to the message framing, not to the caller. */
const REFUSED = new Set([
  'host',
  'connection',
  'content-length',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/; // RFC 9110, 5.6.2
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/; // RFC 9110, 5.5

/**
 * Checks headers of a caller: that a request can carry them, and that they are the caller's to set.
 * @param path where they stand in the request
 * @throws InvalidRequestError
 */
export function checkHeaders(
  headers: Readonly<Record<string, unknown>>,
  path: readonly string[] = ['headers'],
): void {
  for (const [name, value] of Object.entries(headers)) {
    const problem = problemOf(name, value);
    if (problem !== null) throw new InvalidRequestError([{ path: [...path, name], message: problem }]);
  }
}

function problemOf(name: string, value: unknown): string | null {
  if (!TOKEN.test(name)) return `header name ${JSON.stringify(name)} is not valid`;
  if (REFUSED.has(name.toLowerCase())) return `header ${name} cannot be set`;
  if (typeof value === 'string' && FIELD_VALUE.test(value)) return null;
  return `the value of header ${name} has characters that a header cannot carry`;
}
