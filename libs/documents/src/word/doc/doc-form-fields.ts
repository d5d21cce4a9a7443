import type { Run } from '../../tree/run.js';

const CHECK_BOX = 1;
const LIST = 2;
/** The result of a field that was not changed. */
const UNCHANGED = 25;
const MAX_CHARS = 255;
const MAX_ENTRIES = 200;
/** Texts between the value and the entries: format, help, status, and macros at entry and exit. */
const TEXTS = 5;

/** State of a check box or chosen entry of a list; null for text fields and invalid data. @see MS-DOC 2.9.78 */
export function formFieldValue(data: DataView | null, at: number): Run | null {
  if (!data) return null;
  try {
    return readValue(data, at);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null; // truncated
  }
}

function readValue(data: DataView, start: number): Run | null {
  const at = start + data.getUint16(start + 4, true);
  const bits = data.getUint16(at + 4, true);
  const type = bits & 3;
  if (type !== CHECK_BOX && type !== LIST) return null;
  const result = (bits >> 2) & 31;
  const name = textAt(data, at + 10);
  const value = result === UNCHANGED ? data.getUint16(name.end, true) : result;
  if (type === CHECK_BOX) return { kind: 'box', isChecked: value === 1 };
  let next = name.end + 2;
  for (let text = 0; text < TEXTS; text++) next = textAt(data, next).end;
  const entry = entryAt(data, next, value);
  return entry === null ? null : { kind: 'text', text: entry, style: {} };
}

/** A text with its length before and a zero behind it. */
function textAt(data: DataView, at: number): { readonly text: string; readonly end: number } {
  const length = data.getUint16(at, true);
  return { text: lettersAt(data, at + 2, length), end: at + 2 + length * 2 + 2 };
}

/** Entry of a list of texts. */
function entryAt(data: DataView, start: number, index: number): string | null {
  if (data.getUint16(start, true) !== 0xffff) return null;
  const count = Math.min(data.getUint16(start + 2, true), MAX_ENTRIES);
  const extra = data.getUint16(start + 4, true);
  let at = start + 6;
  for (let entry = 0; entry < count; entry++) {
    const length = data.getUint16(at, true);
    if (entry === index) return lettersAt(data, at + 2, length);
    at += 2 + length * 2 + extra;
  }
  return null;
}

function lettersAt(data: DataView, at: number, length: number): string {
  let text = '';
  for (let letter = 0; letter < Math.min(length, MAX_CHARS); letter++)
    text += String.fromCharCode(data.getUint16(at + letter * 2, true));
  return text;
}
