import { signOf } from '../../office/symbols.js';

/** Fonts whose characters are symbols. Their names may have a suffix such as `-Regular`. */
const FONTS: readonly { readonly name: RegExp; readonly font: string }[] = [
  { name: /^wingdings[ -]?2/i, font: 'wingdings 2' },
  { name: /^wingdings(?![ -]?3)/i, font: 'wingdings' },
  { name: /^(?:itc)?[ -]?zapf ?dingbats|^zadb$|^dingbats$/i, font: 'zapfdingbats' },
];
/** Codes of ZapfDingbats that are used in forms and lists. */
const DINGBATS: Readonly<Record<string, string>> = {
  '3': '✓',
  '4': '✔',
  '5': '✕',
  '6': '✖',
  '7': '✗',
  '8': '✘',
  H: '★',
  l: '●',
  m: '❍',
  n: '■',
  o: '❏',
  p: '❐',
  q: '❑',
  r: '❒',
  s: '▲',
  t: '▼',
  u: '◆',
  v: '❖',
};
/** Where fonts without a character map have their symbols. */
const PRIVATE = 0xf000;

/** Name of a symbol font; null for others. @param name without the prefix of a subset */
export function symbolFont(name: string): string | null {
  return FONTS.find((one) => one.name.test(name))?.font ?? null;
}

/** The symbol that a font shows for a character that is only its code. */
export function symbolOf(font: string, unicode: string): string {
  const code = unicode.charCodeAt(0);
  if (unicode.length !== 1 || (code > 0xff && (code < PRIVATE || code > PRIVATE + 0xff))) return unicode;
  if (font === 'zapfdingbats') return DINGBATS[String.fromCharCode(code & 0xff)] ?? unicode;
  const sign = signOf(font, code & 0xff);
  return sign === String.fromCharCode(code & 0xff) ? unicode : sign;
}
