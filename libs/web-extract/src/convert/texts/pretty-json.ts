/** Larger or deeper JSON stays as it came: indentation grows with depth times length. */
const MAX_CHARS = 256 * 1024;
const MAX_DEPTH = 64;

/** Strings, then punctuation, then numbers and words; everything between is white space. */
const TOKENS = /"(?:[^"\\]+|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Lays JSON out with two spaces a level. Works on the text, so that long numbers and repeated keys stay as written.
 *
 * @returns the text itself when it is no valid JSON, or too large or too deep to gain
 */
export function prettyJson(text: string): string {
  if (text.length > MAX_CHARS || !isJson(text)) return text;
  let pretty = '';
  let depth = 0;
  let previous = '';
  for (const [token] of text.matchAll(TOKENS)) {
    if (isClosing(token)) depth--;
    const startsLine = isClosing(token) ? !isOpening(previous) : isOpening(previous) || previous === ',';
    pretty += (startsLine ? lineBreak(depth) : '') + (token === ':' ? ': ' : token);
    if (isOpening(token) && ++depth > MAX_DEPTH) return text;
    previous = token;
  }
  return pretty;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // several values, comments, a truncated file: shown unchanged
  }
}

const isOpening = (token: string) => token === '{' || token === '[';
const isClosing = (token: string) => token === '}' || token === ']';
const lineBreak = (depth: number) => `\n${'  '.repeat(depth)}`;
