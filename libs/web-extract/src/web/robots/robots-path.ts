const NON_ASCII = /[^\0-\x7f]+/g;
const ESCAPE = /%[0-9a-f]{2}/gi;
const UNRESERVED = /[A-Za-z0-9\-._~]/;

/** Characters that addresses have only escaped: in paths and queries, and in paths only. */
const RAW = /["<>]/g;
const RAW_IN_PATH = /["<>`{}]/g;

/** Escapes what a pattern has as readers see it, and a requested address never has. Blanks stay: other matchers do not read them as escapes. */
export function asRequested(pattern: string): string {
  if (!/["<>`{}]/.test(pattern)) return pattern;
  const query = pattern.indexOf('?');
  const path = query < 0 ? pattern : pattern.slice(0, query);
  return (
    path.replace(RAW_IN_PATH, percentEncoded) +
    (query < 0 ? '' : pattern.slice(query).replace(RAW, percentEncoded))
  );
}

/** Normalizes a path for comparison: escapes non-ASCII characters and writes hex digits in upper case. */
export function escapedPath(path: string): string {
  const ascii = path.replace(NON_ASCII, percentEncoded);
  return ascii.includes('%') ? ascii.replace(ESCAPE, (escape) => escape.toUpperCase()) : ascii;
}

/**
 * Decodes unnecessary escapes: letters, digits, `-`, `.`, `_` and `~`.
 * @see RFC 9309, section 2.2.2 and RFC 3986, section 2.3
 */
export function withoutNeedlessEscapes(path: string): string {
  return path.includes('%') ? path.replace(ESCAPE, unescaped) : path;
}

/** Escapes `*` and `$` in a path, so that a pattern can match them as `%2A` and `%24`. */
export function withoutSpecials(path: string): string {
  return /[*$]/.test(path) ? path.replace(/\*/g, '%2A').replace(/\$/g, '%24') : path;
}

function percentEncoded(text: string): string {
  let encoded = '';
  for (const byte of Buffer.from(text)) encoded += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  return encoded;
}

function unescaped(escape: string): string {
  const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  return UNRESERVED.test(character) ? character : escape;
}
