/** Position of a bracket or comma in JSON. */
interface JsonPlace {
  readonly at: number;
  /** Nesting depth of objects and lists after this position. */
  readonly depth: number;
}

/** Brackets and commas of a JSON text from `start` on, except those in strings. */
export function* structureOf(text: string, start = 0): Generator<JsonPlace> {
  let depth = 0;
  let isString = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (isString) {
      if (char === '\\') at++;
      else if (char === '"') isString = false;
    } else if (char === '"') isString = true;
    else if (char === '{' || char === '[') yield { at, depth: ++depth };
    else if (char === '}' || char === ']') yield { at, depth: --depth };
    else if (char === ',') yield { at, depth: Math.max(1, depth) };
  }
}

const MAX_DEPTH = 100;
const MAX_PLACES = 100_000;

/**
 * True if a text has at most 100,000 brackets and commas (about 50,000 values) and 100 levels. Larger texts take too
 * long to parse and process.
 */
export function isModestJson(text: string): boolean {
  if (text.length <= MAX_DEPTH) return true;
  let places = 0;
  for (const { depth } of structureOf(text)) if (depth > MAX_DEPTH || ++places > MAX_PLACES) return false;
  return true;
}
