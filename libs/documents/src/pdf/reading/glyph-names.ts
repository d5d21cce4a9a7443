/** Names of characters in the Adobe Glyph List that are parts of composed names. */
const NAMES: Readonly<Record<string, string>> = {
  space: ' ',
  period: '.',
  comma: ',',
  colon: ':',
  semicolon: ';',
  hyphen: '-',
  slash: '/',
  parenleft: '(',
  parenright: ')',
  quotesingle: "'",
  quoteright: '’',
  quoteleft: '‘',
  ampersand: '&',
  dollar: '$',
  percent: '%',
  plus: '+',
  equal: '=',
  dotlessi: 'ı',
  longs: 'ſ',
  germandbls: 'ß',
  ae: 'æ',
  oe: 'œ',
  zero: '0',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
};
/** Maximum number of characters of one glyph. */
const MAX_PARTS = 6;

/**
 * Text of a glyph by its name, for composed names and names with a suffix: `T_h`, `f_f_i.liga`, `uni00660069`. Null for
 * other names, which pdf.js knows.
 * @see https://github.com/adobe-type-tools/agl-specification, 2
 */
export function textOfGlyphName(name: string): string | null {
  const base = name.split('.', 1)[0]!;
  const parts = base.split('_');
  const isSimple = parts.length === 1 && base === name && !/^uni[\dA-F]{8,}$/.test(name);
  if (base === '' || isSimple || parts.length > MAX_PARTS) return null;
  let text = '';
  for (const part of parts) {
    const own = textOfPart(part);
    if (own === null) return null;
    text += own;
  }
  return text;
}

function textOfPart(part: string): string | null {
  if (/^[a-z]$/i.test(part)) return part;
  if (Object.hasOwn(NAMES, part)) return NAMES[part]!;
  if (/^(?:f[fil]|ff[il])$/.test(part)) return part;
  const units = /^uni((?:[\dA-F]{4}){1,6})$/.exec(part)?.[1];
  if (units) return units.replace(/.{4}/g, (unit) => String.fromCharCode(parseInt(unit, 16)));
  const code = /^u([\dA-F]{4,6})$/.exec(part)?.[1];
  const number = code === undefined ? NaN : parseInt(code, 16);
  return number <= 0x10ffff ? String.fromCodePoint(number) : null;
}

/** Texts of the glyphs of a font that have composed names, by code. */
export function composedGlyphs(differences: unknown): ReadonlyMap<number, string> | null {
  if (!Array.isArray(differences)) return null;
  const texts = new Map<number, string>();
  differences.slice(0, 256).forEach((name: unknown, code) => {
    const text = typeof name === 'string' ? textOfGlyphName(name) : null;
    if (text !== null) texts.set(code, text);
  });
  return texts.size > 0 ? texts : null;
}

/** True if a font has no better character for a code than the code itself. */
export function isOnlyCode(unicode: string, code: number): boolean {
  return (
    unicode.length < 2 &&
    (unicode === '' || unicode.charCodeAt(0) === code || /[\p{Cc}\p{Co}\uFFFD]/u.test(unicode))
  );
}
