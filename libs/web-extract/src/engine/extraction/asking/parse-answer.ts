/** What a model wrote, read as JSON. `undefined` when it holds none. */
export function parseAnswer(text: string): unknown {
  const answer = text
    .replace(/^\uFEFF/, '')
    .replace(/^[\s\S]*<\/think(?:ing)?>/i, '')
    .trim();
  for (const candidate of candidatesOf(answer)) {
    const value = parseOrUndefined(candidate);
    if (typeof value === 'object' && value !== null) return value;
  }
  return undefined;
}

/** The whole, each fenced block, each piece in brackets, the longest first. */
function* candidatesOf(answer: string): Generator<string> {
  yield answer;
  for (const [, block] of answer.matchAll(/```[\w-]*[ \t]*\r?\n?([\s\S]*?)```/g)) yield block!.trim();
  const open = /^```[\w-]*[ \t]*\r?\n([\s\S]*)$/.exec(answer);
  if (open) yield open[1]!.trim();
  yield* [...bracketed(answer)].sort((a, b) => b.length - a.length);
}

/**
 * Prose may hold brackets of its own: what they enclose is tried in turn. Where one is never closed, the answer broke off, and
 * what is inside it is only a piece.
 */
function* bracketed(answer: string): Generator<string> {
  const MAX_PIECES = 20;
  let at = answer.search(BRACKET);
  for (let pieces = 0; at >= 0 && pieces < MAX_PIECES; pieces++) {
    const end = endOfValue(answer, at);
    if (end === null) return;
    yield answer.slice(at, end);
    const next = answer.slice(end).search(BRACKET);
    at = next < 0 ? -1 : end + next;
  }
}

const BRACKET = /[{[]/;

/** Position after the bracket that closes the one at `start`; strings are passed over. */
function endOfValue(text: string, start: number): number | null {
  let depth = 0;
  let isString = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (isString) {
      if (char === '\\') at++;
      else if (char === '"') isString = false;
    } else if (char === '"') isString = true;
    else if (char === '{' || char === '[') depth++;
    else if ((char === '}' || char === ']') && --depth === 0) return at + 1;
  }
  return null;
}

function parseOrUndefined(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined; // the next candidate may be one
  }
}
