/** Maximum number of bytes scanned and kept: enough for reliable detection at limited cost. */
const MAX_SCANNED_BYTES = 512 * 1024;
const MAX_SAMPLE_BYTES = 6 * 1024;

const BLANK = 0x20;
const TAG_OPEN = 0x3c;
const TAG_CLOSE = 0x3e;

/**
 * Words relevant for detection: those with a byte above 0x7F, without markup, each followed by a blank.
 *
 * Works on bytes: `<`, `>` and blanks are never part of a multi-byte character in any web encoding.
 */
export function sampleWords(bytes: Uint8Array): Uint8Array {
  const sample: number[] = [];
  const length = Math.min(bytes.length, MAX_SCANNED_BYTES);
  let wordStart = 0;
  let isTelling = false;
  for (let at = 0; at < length && sample.length < MAX_SAMPLE_BYTES; at++) {
    const byte = bytes[at]!;
    if (byte >= 0x80) isTelling = true;
    if (byte > BLANK && byte !== TAG_OPEN) continue;
    if (isTelling) keepWord(sample, bytes, wordStart, at);
    isTelling = false;
    if (byte === TAG_OPEN) at = endOfTag(bytes, at, length);
    wordStart = at + 1;
  }
  if (isTelling) keepWord(sample, bytes, wordStart, length);
  return Uint8Array.from(sample);
}

function keepWord(sample: number[], bytes: Uint8Array, start: number, end: number): void {
  for (let at = start; at < end && sample.length < MAX_SAMPLE_BYTES; at++) sample.push(bytes[at]!);
  sample.push(BLANK);
}

/** Position of the `>` that ends a tag; `from` itself if this `<` is a literal character. */
function endOfTag(bytes: Uint8Array, from: number, length: number): number {
  const next = (bytes[from + 1] ?? 0) | 0x20;
  const isTag = (next >= 0x61 && next <= 0x7a) || next === 0x2f || next === 0x21 || next === 0x3f;
  const end = isTag ? bytes.indexOf(TAG_CLOSE, from) : from;
  return end < 0 ? length : end;
}
