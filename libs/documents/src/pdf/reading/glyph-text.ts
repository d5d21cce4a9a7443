/** Ligatures, presentation forms (including vertical ones) and radicals: variants of the characters they represent. */
const SHAPES =
  /[\uFB00-\uFDFF\uFE10-\uFE19\uFE30-\uFE48\uFE70-\uFEFC\u2E80-\u2FDF\uF900-\uFAFF\u{2F800}-\u{2FA1F}]/u;
/** List bullets at private use code points of symbol fonts. */
const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['\uF0B7', '•'],
  ['\uF0A7', '▪'],
  ['\uF0A8', '▪'],
  ['\uF0D8', '➢'],
  ['\uF0FC', '✓'],
  ['\uF076', '❖'],
  ['\uF0E0', '→'],
  ['\uF0E8', '→'],
  ['\uF02D', '–'],
  ['\uF020', ' '],
  ['\u25CF', '•'],
  ['\uE00C', '•'],
]);
/** Invisible characters that are not part of the text. */
const INVISIBLE = /[\p{Cc}\u200B\u2028\u2029\u2060\uFEFF\uFFFE\uFFFF]/gu;

/** Text of a glyph; '' if it has none. */
export function glyphText(unicode: string): string {
  if (unicode.length === 1 && unicode >= '\u0020' && unicode < '\u007F') return unicode; // nearly all glyphs
  const symbol = SYMBOLS.get(unicode);
  if (symbol !== undefined) return symbol;
  const text = SHAPES.test(unicode) ? unicode.normalize('NFKC') : unicode;
  return text.replace(INVISIBLE, '').replace(/[\u00A0\u2000-\u200A\u202F\u205F]/g, ' ');
}

/** Spacing accents and the corresponding combining marks. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ['`', '\u0300'],
  ['´', '\u0301'],
  ['ˆ', '\u0302'],
  ['˜', '\u0303'],
  ['¯', '\u0304'],
  ['˘', '\u0306'],
  ['˙', '\u0307'],
  ['¨', '\u0308'],
  ['˚', '\u030A'],
  ['˝', '\u030B'],
  ['ˇ', '\u030C'],
  ['¸', '\u0327'],
  ['˛', '\u0328'],
]);

export function isAccent(text: string): boolean {
  return MARKS.has(text);
}

/** Combines an accent with the letter it is printed over into one character; null if there is no such character. */
export function accented(accent: string, letter: string): string | null {
  const mark = MARKS.get(accent);
  if (mark === undefined) return null;
  const base = letter === 'ı' ? 'i' : letter === 'ȷ' ? 'j' : letter;
  const whole = (base + mark).normalize('NFC');
  return whole.length === base.length ? whole : null;
}
