/** Inclusive range of bytes. */
export type ByteRange = readonly [first: number, last: number];

/** A two-byte code and its character. */
type CodedCharacter = readonly [code: number, unicode: number];

/** First trail byte. */
const LEAST_TRAIL = 0x40;
const TRAILS = Array.from({ length: 0xff - LEAST_TRAIL }, (_, at) => LEAST_TRAIL + at);

/**
 * Double-byte codes of an encoding in ascending order.
 *
 * @param encoding `TextDecoder` label
 * @param leads lead bytes
 */
export function* codesOf(encoding: string, leads: readonly ByteRange[]): Generator<CodedCharacter> {
  const decoder = new TextDecoder(encoding);
  for (const [first, last] of leads) {
    for (let lead = first; lead <= last; lead++) {
      // one decoder call for all codes, one per line: no code contains a line feed
      const bytes = Uint8Array.from(TRAILS.flatMap((trail) => [lead, trail, 0x0a]));
      for (const [at, text] of decoder.decode(bytes).split('\n').entries()) {
        const unicode = text.length === 1 ? text.charCodeAt(0) : 0;
        if (isCharacter(unicode)) yield [(lead << 8) | TRAILS[at]!, unicode];
      }
    }
  }
}

/** True for characters other than ASCII, private use and the replacement character. */
function isCharacter(unicode: number): boolean {
  return unicode > 0x7f && unicode !== 0xfffd && !(unicode >= 0xe000 && unicode < 0xf900);
}

/**
 * Korean codes of Windows code page 949 beyond the national standard: all other syllables in order. The `TextDecoder`
 * of Node does not support them.
 *
 * @param isStandard returns true for characters of the standard
 */
export function* furtherSyllables(isStandard: (unicode: number) => boolean): Generator<CodedCharacter> {
  let unicode = 0xac00;
  for (let lead = 0x81; lead <= 0xc6; lead++) {
    for (let trail = 0x41; trail <= (lead <= 0xa0 ? 0xfe : 0xa0); trail++) {
      if ((trail > 0x5a && trail < 0x61) || (trail > 0x7a && trail < 0x81)) continue; // letters only below 0x81
      while (isStandard(unicode)) unicode++;
      if (unicode > 0xd7a3) return;
      yield [(lead << 8) | trail, unicode++];
    }
  }
}
