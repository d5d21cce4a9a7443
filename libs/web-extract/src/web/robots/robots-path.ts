const NON_ASCII = /[^\0-\x7f]+/g;
const ESCAPE = /%[0-9a-f]{2}/gi;
const UNRESERVED = /[A-Za-z0-9\-._~]/;

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
  for (const byte of Buffer.from(text)) encoded += `%${byte.toString(16).toUpperCase()}`;
  return encoded;
}

function unescaped(escape: string): string {
  const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  return UNRESERVED.test(character) ? character : escape;
}
