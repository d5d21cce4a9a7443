import { InvalidRequestError } from '../../model/errors.js';
import { HOP_HEADERS } from './hop-headers.js';

/** Headers that belong to the connection or to the message framing, not to the caller. */
const REFUSED = new Set([...HOP_HEADERS, 'content-length', 'http2-settings']);
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
    const code = faultOf(name, value);
    if (code !== null) throw InvalidRequestError.at([...path, name], { code, header: name });
  }
}

function faultOf(name: string, value: unknown): 'header-name' | 'header-refused' | 'header-value' | null {
  if (!TOKEN.test(name)) return 'header-name';
  if (REFUSED.has(name.toLowerCase())) return 'header-refused';
  return typeof value === 'string' && FIELD_VALUE.test(value) ? null : 'header-value';
}
