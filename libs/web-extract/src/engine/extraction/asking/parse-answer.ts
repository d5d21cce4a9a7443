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

/** The whole, each fenced block, the longest piece in brackets. */
function* candidatesOf(answer: string): Generator<string> {
  yield answer;
  for (const [, block] of answer.matchAll(/```[\w-]*[ \t]*\r?\n?([\s\S]*?)```/g)) yield block!.trim();
  const open = /^```[\w-]*[ \t]*\r?\n([\s\S]*)$/.exec(answer);
  if (open) yield open[1]!.trim();
  yield* bracketed(answer);
}

/** Prose may hold brackets of its own: each start is tried, the first that ends well counts. */
function* bracketed(answer: string): Generator<string> {
  const MAX_STARTS = 20;
  let starts = 0;
  for (const { index } of answer.matchAll(/[{[]/g)) {
    if (++starts > MAX_STARTS) return;
    const end = endOfValue(answer, index);
    if (end !== null) yield answer.slice(index, end);
  }
}

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
