/** Characters of HTML markup. */
export const CharCode = {
  exclamationMark: 33,
  doubleQuote: 34,
  singleQuote: 39,
  slash: 47,
  equals: 61,
  greaterThan: 62,
  questionMark: 63,
} as const;

/** Parts of a tag, as bits. */
export const TagPart = { tagName: 1, attributeName: 2, unquotedValue: 4 } as const;

const ALL = TagPart.tagName | TagPart.attributeName | TagPart.unquotedValue;
/** The parts that a character ends. */
const ENDS = new Uint8Array(64);
for (const space of ' \n\t\r\f') ENDS[space.charCodeAt(0)] = ALL;
ENDS[CharCode.greaterThan] = ALL;
ENDS[CharCode.slash] = TagPart.tagName | TagPart.attributeName;
ENDS[CharCode.equals] = TagPart.attributeName;

/** Position of the first character from `from` on that ends this part of a tag; the length of the page if there is none. */
export function endOf(part: number, source: string, from: number): number {
  let at = from;
  for (; at < source.length; at++) {
    const code = source.charCodeAt(at);
    if (code < ENDS.length && (ENDS[code]! & part) !== 0) break;
  }
  return at;
}

/** ASCII whitespace: https://infra.spec.whatwg.org/#ascii-whitespace */
export function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13 || code === 12;
}

/** ASCII letters, which begin the name of a tag. */
export function isLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122 && code < 128;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
