/**
 * Makes TeX safe for renderers without formulas: it is not escaped in markdown, because TeX uses backslashes
 * itself. Blanks have no meaning in a formula, so they are inserted to break markup: an element, a link, a
 * fence. The formula renders unchanged.
 */
export function inertTex(tex: string): string {
  return tex
    .replace(/\r\n?/g, '\n')
    .replace(/\n(?:[^\S\n]*\n)+/g, '\n') // a blank line ends a formula of either kind
    .replace(/<(?=[A-Za-z/!?])/g, '< ')
    .replace(/\](?=[([:])/g, '] ')
    .replace(/`/g, '\\lq ')
    .replace(/~(?=~)/g, '~ ')
    .replace(SCRIPT_ADDRESS, '$1{:}');
}

/** In `\href{…}`, which some renderers follow. */
const SCRIPT_ADDRESS = /(j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t|v\s*b\s*s\s*c\s*r\s*i\s*p\s*t|data)\s*:/gi;
