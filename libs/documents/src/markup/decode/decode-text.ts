import { isAscii, isUtf8 } from 'node:buffer';
import { detectEncoding, detectUtf16, isIso2022Jp } from './detect-encoding.js';
import { decodeAs, encodingOf } from './encodings.js';
import { prescanEncoding, scanXmlDeclaration } from './prescan-encoding.js';

/** Hints for decoding. */
export interface TextHints {
  /** Charset parameter of the Content-Type header. */
  readonly charset: string | null;
  /** Syntax of an encoding declaration in the text, if the format supports one. */
  readonly declaration: 'html' | 'xml' | 'none';
}

export interface DecodedText {
  readonly text: string;
  /** Lower-case name in the Encoding Standard. */
  readonly encoding: string;
  /** Encoding declared by the header or the text; null if there is none or it is unknown. */
  readonly declared: string | null;
  /** True if a byte order mark, a declaration or valid UTF-8 confirms the encoding without contradiction. */
  readonly certain: boolean;
  /** Number of invalid byte sequences, which are U+FFFD in the text. */
  readonly broken: number;
}

type Reading = Omit<DecodedText, 'broken'>;

/** Number of bytes that browsers search for a declaration before parsing, and at most. */
const PRESCAN_BYTES = 1024;
const LATE_PRESCAN_BYTES = 64 * 1024;

/** Minimum number of characters for which valid UTF-8 overrides another declaration: fewer may be coincidence. */
const MIN_UTF8_CHARACTERS = 3;

/**
 * Maximum ratio of broken to valid characters; above it a declaration is considered wrong. Single stray bytes are
 * tolerated.
 */
const MAX_BROKEN_SHARE = 0.5;

const REPLACEMENT = 0xfffd;

/**
 * Decodes bytes. The encoding is determined by the byte order mark, the charset of the header, the declaration in the
 * text, valid UTF-8, detection, or windows-1252, in this order. A declaration contradicted by the bytes is ignored.
 *
 * Never throws. Costs little more than a plain TextDecoder for UTF-8, less for ASCII.
 * @see https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 */
export function decodeText(body: Uint8Array, hints: TextHints): DecodedText {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const isValid = isUtf8(bytes);
  const reading = readText(bytes, isValid, hints);
  // valid UTF-8 may contain U+FFFD itself
  return { ...reading, broken: isValid && reading.encoding === 'utf-8' ? 0 : countBroken(reading.text) };
}

function readText(bytes: Buffer, isValid: boolean, hints: TextHints): Reading {
  const marked = encodingOfMark(bytes);
  if (marked) return { text: decodeAs(marked, bytes), encoding: marked, declared: marked, certain: true };
  const declared = encodingOf(hints.charset) ?? declaredInside(bytes, hints, PRESCAN_BYTES);
  const wide = wideEncoding(bytes, declared);
  if (wide) return { text: decodeAs(wide, bytes), encoding: wide, declared, certain: wide === declared };
  return isValid ? decodeUnicode(bytes, declared) : decodeLegacy(bytes, declared, hints);
}

/** @see https://encoding.spec.whatwg.org/#bom-sniff */
function encodingOfMark(bytes: Buffer): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : null;
}

function declaredInside(bytes: Buffer, hints: TextHints, limit: number): string | null {
  if (hints.declaration === 'none') return null;
  const head = bytes.toString('latin1', 0, limit);
  return hints.declaration === 'html' ? prescanEncoding(head) : scanXmlDeclaration(head);
}

/** UTF-16 if declared and not contradicted by the bytes, or if evident from the bytes. */
function wideEncoding(bytes: Buffer, declared: string | null): string | null {
  const hasNul = bytes.subarray(0, PRESCAN_BYTES).includes(0);
  const isDeclared = declared?.startsWith('utf-16') ?? false;
  if (isDeclared && !hasNul && !isUtf8(bytes)) return declared;
  return hasNul ? (detectUtf16(bytes) ?? (isDeclared ? declared : null)) : null;
}

function decodeUnicode(bytes: Buffer, declared: string | null): Reading {
  if (declared === 'iso-2022-jp' || (declared === null && isIso2022Jp(bytes))) {
    return {
      text: decodeAs('iso-2022-jp', bytes),
      encoding: 'iso-2022-jp',
      declared,
      certain: declared !== null,
    };
  }
  const encoding = declared?.startsWith('utf-16') ? 'utf-8' : (declared ?? 'utf-8');
  if (isAscii(bytes)) return { text: bytes.toString('latin1'), encoding, declared, certain: true };
  const text = bytes.toString('utf8');
  const isBelieved = encoding !== 'utf-8' && !hasManyCharacters(text);
  if (isBelieved) return { text: decodeAs(encoding, bytes), encoding, declared, certain: true };
  return { text, encoding: 'utf-8', declared, certain: declared === null || declared === 'utf-8' };
}

function decodeLegacy(bytes: Buffer, declared: string | null, hints: TextHints): Reading {
  const late = declared ?? declaredInside(bytes, hints, LATE_PRESCAN_BYTES);
  const claimed = late ?? 'utf-8';
  const text = decodeAs(claimed, bytes);
  if (isReadable(text)) return { text, encoding: claimed, declared: late, certain: late !== null };
  const encoding = detectEncoding(bytes);
  return { text: decodeAs(encoding, bytes), encoding, declared: late, certain: false };
}

function hasManyCharacters(text: string): boolean {
  let count = 0;
  for (let at = 0; at < text.length && count < MIN_UTF8_CHARACTERS; at++)
    if (text.charCodeAt(at) > 0x7f) count++;
  return count >= MIN_UTF8_CHARACTERS;
}

function countBroken(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', at + 1)) count++;
  return count;
}

/** True if few characters are broken, ignoring the last one, where the body may be truncated. */
function isReadable(text: string): boolean {
  let broken = 0;
  let good = 0;
  for (let at = 0; at < text.length - 1; at++) {
    const code = text.charCodeAt(at);
    if (code === REPLACEMENT) broken++;
    else if (code > 0x7f) good++;
  }
  return broken <= MAX_BROKEN_SHARE * good;
}
