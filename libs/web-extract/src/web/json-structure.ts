/** A place where JSON opens, goes on or closes. */
interface JsonPlace {
  readonly at: number;
  /** Objects and lists that are open behind it. */
  readonly depth: number;
}

/** Brackets and commas of a text from `start` on, as JSON means them: what stands in strings is passed over. */
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

/** Whether a text holds no more than about 50,000 values, 100 levels deep: others take long to parse, and to walk after it. */
export function isModestJson(text: string): boolean {
  if (text.length <= MAX_DEPTH) return true;
  let places = 0;
  for (const { depth } of structureOf(text)) if (depth > MAX_DEPTH || ++places > MAX_PLACES) return false;
  return true;
}
