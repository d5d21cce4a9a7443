/** Ligatures, presentation forms, those of vertical writing too, and radicals: shapes of other characters, which are meant. */
const SHAPES =
  /[\uFB00-\uFDFF\uFE10-\uFE19\uFE30-\uFE48\uFE70-\uFEFC\u2E80-\u2FDF\uF900-\uFAFF\u{2F800}-\u{2FA1F}]/u;
/** Marks of lists in the private area, where symbol fonts have them. */
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
/** Neither letters nor blanks: nothing of the text. */
const INVISIBLE = /[\p{Cc}\u200B\u2028\u2029\u2060\uFEFF\uFFFE\uFFFF]/gu;

/** The text a glyph stands for; '' where it is none. */
export function glyphText(unicode: string): string {
  if (unicode.length === 1 && unicode >= '\u0020' && unicode < '\u007F') return unicode; // nearly all
  const symbol = SYMBOLS.get(unicode);
  if (symbol !== undefined) return symbol;
  const text = SHAPES.test(unicode) ? unicode.normalize('NFKC') : unicode;
  return text.replace(INVISIBLE, '').replace(/[\u00A0\u2000-\u200A\u202F\u205F]/g, ' ');
}

/** Accents that stand alone, and as marks on the letter before them. */
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

/** A letter with an accent that is printed over it, as one character; null where they make none. */
export function accented(accent: string, letter: string): string | null {
  const mark = MARKS.get(accent);
  if (mark === undefined) return null;
  const base = letter === 'ı' ? 'i' : letter === 'ȷ' ? 'j' : letter;
  const whole = (base + mark).normalize('NFC');
  return whole.length === base.length ? whole : null;
}
