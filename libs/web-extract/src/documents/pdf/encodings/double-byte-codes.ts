/** Bytes from the first to the last of a range. */
export type ByteRange = readonly [first: number, last: number];

/** A code of two bytes with the one character that it stands for. */
type CodedCharacter = readonly [code: number, unicode: number];

/** Second bytes begin here. */
const LEAST_TRAIL = 0x40;
const TRAILS = Array.from({ length: 0xff - LEAST_TRAIL }, (_, at) => LEAST_TRAIL + at);

/**
 * Double-byte codes of an encoding, in their order.
 *
 * @param encoding as `TextDecoder` knows it
 * @param leads first bytes
 */
export function* codesOf(encoding: string, leads: readonly ByteRange[]): Generator<CodedCharacter> {
  const decoder = new TextDecoder(encoding);
  for (const [first, last] of leads) {
    for (let lead = first; lead <= last; lead++) {
      // one call for all, each on a line of its own: a line break is part of no code
      const bytes = Uint8Array.from(TRAILS.flatMap((trail) => [lead, trail, 0x0a]));
      for (const [at, text] of decoder.decode(bytes).split('\n').entries()) {
        const unicode = text.length === 1 ? text.charCodeAt(0) : 0;
        if (isCharacter(unicode)) yield [(lead << 8) | TRAILS[at]!, unicode];
      }
    }
  }
}

/** Neither ASCII, nor for private use, nor the mark of what could not be decoded. */
function isCharacter(unicode: number): boolean {
  return unicode > 0x7f && unicode !== 0xfffd && !(unicode >= 0xe000 && unicode < 0xf900);
}

/**
 * Codes that Windows has for Korean beyond those of the national standard: all other syllables, in their order. `TextDecoder` of
 * Node knows none of them.
 *
 * @param isStandard whether the standard has a character
 */
export function* furtherSyllables(isStandard: (unicode: number) => boolean): Generator<CodedCharacter> {
  let unicode = 0xac00;
  for (let lead = 0x81; lead <= 0xc6; lead++) {
    for (let trail = 0x41; trail <= (lead <= 0xa0 ? 0xfe : 0xa0); trail++) {
      if ((trail > 0x5a && trail < 0x61) || (trail > 0x7a && trail < 0x81)) continue; // letters alone before 0x81
      while (isStandard(unicode)) unicode++;
      if (unicode > 0xd7a3) return;
      yield [(lead << 8) | trail, unicode++];
    }
  }
}
