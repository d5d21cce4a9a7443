/**
 * Reads JSON as pages write it: with comments, trailing commas, line breaks inside texts, more closing brackets than
 * opening ones, or wrapped in CDATA.
 *
 * @returns null if it is no JSON even so
 */
export function parseTolerantly(text: string): unknown {
  const json = unwrapped(text);
  return parseOrNull(json) ?? parseOrNull(mended(json));
}

function unwrapped(text: string): string {
  const start = /^\s*(?:<!--|\/[*/]\s*<!\[CDATA\[\s*(?:\*\/)?|<!\[CDATA\[)/.exec(text)?.[0].length ?? 0;
  const json = text.slice(start).trimEnd();
  const end = /(?:-->|(?:\/[*/]\s{0,9})?\]\]>(?:\s{0,9}\*\/)?)$/.exec(json.slice(-40))?.[0].length ?? 0;
  return end === 0 ? json : json.slice(0, -end);
}

function parseOrNull(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return null; // a broken script says nothing
  }
}

/** Mends a script in one scan, which ends with its first value. */
function mended(json: string): string {
  const parts: string[] = [];
  let [done, depth] = [0, 0];
  for (let at = 0; at < json.length;) {
    const end = endOfPiece(json, at);
    if (end === 0) {
      depth += depthOf(json[at]!);
      at++;
      if (depth === 0 && CLOSING.has(json[at - 1]!)) return parts.join('') + json.slice(done, at);
      continue;
    }
    parts.push(json.slice(done, at));
    if (json[at] === '"') parts.push(json.slice(at, end).replace(CONTROL, ' '));
    at = done = end;
  }
  parts.push(json.slice(done));
  return parts.join('');
}

const CLOSING = new Set(['}', ']']);

function depthOf(char: string): number {
  if (char === '{' || char === '[') return 1;
  return CLOSING.has(char) ? -1 : 0;
}

// eslint-disable-next-line no-control-regex -- JSON forbids raw control characters in strings, and pages write them
const CONTROL = /[\u0000-\u001f]/g;

/** The end of a text, of a comment, or of a comma before the end of a list or an object; 0 for anything else. */
function endOfPiece(json: string, at: number): number {
  switch (json[at]) {
    case '"':
      return endOfText(json, at);
    case '/':
      if (json[at + 1] === '*') return endAfter(json, '*/', at + 2);
      return json[at + 1] === '/' ? endAfter(json, '\n', at + 2) : 0;
    case ',':
      return isLast(json, at) ? at + 1 : 0;
    default:
      return 0;
  }
}

function endOfText(json: string, from: number): number {
  let at = from + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return Math.min(at + 1, json.length);
}

function endAfter(json: string, mark: string, from: number): number {
  const at = json.indexOf(mark, from);
  return at < 0 ? json.length : at + mark.length;
}

function isLast(json: string, comma: number): boolean {
  let at = comma + 1;
  while (at < json.length && /\s/.test(json[at]!)) at++;
  return json[at] === '}' || json[at] === ']';
}
