import { isAscii, isUtf8 } from 'node:buffer';
import { detectEncoding, detectUtf16, isIso2022Jp } from './detect-encoding.js';
import { decodeAs, encodingOf } from './encodings.js';
import { prescanEncoding, scanXmlDeclaration } from './prescan-encoding.js';

/** What is known of bytes before they are text. */
export interface TextHints {
  /** The charset parameter of the Content-Type header. */
  readonly charset: string | null;
  /** Whether the text may declare its own encoding, and how. */
  readonly declaration: 'html' | 'xml' | 'none';
}

export interface DecodedText {
  readonly text: string;
  /** Name in the Encoding Standard, in lower case. */
  readonly encoding: string;
  /** What the header or the text itself declares; null when it declares nothing that can be used. */
  readonly declared: string | null;
  /** A byte order mark, a declaration or valid UTF-8 says so, and nothing speaks against it. */
  readonly certain: boolean;
}

/** Browsers look this far for a declaration before they begin to read, and no further than this when they must. */
const PRESCAN_BYTES = 1024;
const LATE_PRESCAN_BYTES = 64 * 1024;

/** Characters that make valid UTF-8 outweigh another declaration: fewer may be chance. */
const MIN_UTF8_CHARACTERS = 3;

/** Broken characters for each good one above which a declaration counts as a lie; a stray byte stays a stray byte. */
const MAX_BROKEN_SHARE = 0.5;

const REPLACEMENT = 0xfffd;

/**
 * Makes text of bytes: byte order mark, then the header's charset, then what the text declares, then UTF-8 if it is
 * valid, then detection, then windows-1252. A declaration that the bytes contradict is not believed.
 *
 * Never throws. Costs little more than a bare TextDecoder for UTF-8, less for ASCII.
 * @see https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 */
export function decodeText(body: Uint8Array, hints: TextHints): DecodedText {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const marked = encodingOfMark(bytes);
  if (marked) return { text: decodeAs(marked, bytes), encoding: marked, declared: marked, certain: true };
  const declared = encodingOf(hints.charset) ?? declaredInside(bytes, hints, PRESCAN_BYTES);
  const wide = wideEncoding(bytes, declared);
  if (wide) return { text: decodeAs(wide, bytes), encoding: wide, declared, certain: wide === declared };
  return isUtf8(bytes) ? decodeUnicode(bytes, declared) : decodeLegacy(bytes, declared, hints);
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

/** UTF-16, said and not contradicted by the bytes, or unsaid and plain from them. */
function wideEncoding(bytes: Buffer, declared: string | null): string | null {
  const hasNul = bytes.subarray(0, PRESCAN_BYTES).includes(0);
  const isDeclared = declared?.startsWith('utf-16') ?? false;
  if (isDeclared && !hasNul && !isUtf8(bytes)) return declared;
  return hasNul ? (detectUtf16(bytes) ?? (isDeclared ? declared : null)) : null;
}

function decodeUnicode(bytes: Buffer, declared: string | null): DecodedText {
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

function decodeLegacy(bytes: Buffer, declared: string | null, hints: TextHints): DecodedText {
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

/** Few characters are broken; one at the very end is where the body was cut. */
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
