import { InvalidRequestError } from '../../model/errors.js';
import { problemAt, type RequestProblem } from '../../model/problems/request-problem.js';
import { HOP_HEADERS } from './hop-headers.js';

/** Headers controlled by the connection or the message framing. */
const REFUSED = new Set([...HOP_HEADERS, 'content-length', 'http2-settings']);
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/; // RFC 9110, 5.6.2
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/; // RFC 9110, 5.5

/**
 * Checks that the headers of a caller are valid and may be set by callers.
 * @param path path of the headers in the request
 * @throws InvalidRequestError
 */
export function checkHeaders(
  headers: Readonly<Record<string, unknown>>,
  path: readonly string[] = ['headers'],
): void {
  const problems = headerProblems(headers, path);
  if (problems.length > 0) throw new InvalidRequestError(problems);
}

/** Returns the problem of the first header that is invalid. */
export function headerProblems(
  headers: Readonly<Record<string, unknown>>,
  path: readonly string[],
): readonly RequestProblem[] {
  for (const [name, value] of Object.entries(headers)) {
    const code = faultOf(name, value);
    if (code !== null) return [problemAt([...path, name], { code, header: name })];
  }
  return [];
}

function faultOf(name: string, value: unknown): 'header-name' | 'header-refused' | 'header-value' | null {
  if (!TOKEN.test(name)) return 'header-name';
  if (REFUSED.has(name.toLowerCase())) return 'header-refused';
  return typeof value === 'string' && FIELD_VALUE.test(value) ? null : 'header-value';
}
