const UNSAFE = /[\s<>"\\^`{|}]/g;

/** Returns a URL for use between the brackets of a link. */
export function linkAddress(address: string): string {
  const encoded = UNSAFE.test(address) ? address.replace(UNSAFE, percentEncoded) : address;
  UNSAFE.lastIndex = 0;
  return hasBalancedParentheses(encoded) ? encoded : encoded.replace(/\(/g, '%28').replace(/\)/g, '%29');
}

/** ` "title"` for a link or image that has one. Other marks are escaped as well: not every renderer reads a title before its marks. */
export function linkTitle(title: string | undefined): string {
  const text = title?.replace(/\s+/g, ' ').trim();
  return text ? ` "${text.replace(/["\\`<[\]]|(?<=\])\(/g, '\\$&').replace(/&(?=#?\w+;)/g, '&amp;')}"` : '';
}

function percentEncoded(char: string): string {
  return encodeURIComponent(char);
}

/** CommonMark renderers nest parentheses no deeper than 32. */
function hasBalancedParentheses(address: string): boolean {
  let depth = 0;
  for (let at = 0; at < address.length; at++) {
    if (address[at] === '(' && ++depth > 8) return false;
    if (address[at] === ')' && --depth < 0) return false;
  }
  return depth === 0;
}
