/**
 * TeX that is nothing but text where no formulas are known: it stands in markdown unescaped, for a backslash has a meaning of its own
 * in it. Blanks mean nothing in a formula, so what would be markup is broken by one: an element, a link, a fence. It renders as before.
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
