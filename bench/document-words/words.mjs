const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega ' +
  'Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega';
const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };
/** Commands of formulas that are letters. */
const LETTERS = Object.fromEntries(
  [...'αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩ'].map((letter, at) => [GREEK.split(' ')[at], letter]),
);
/** Characters of these scripts are words: no spaces separate them. */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{N}\p{M}])+/gu;

export function wordsOf(text) {
  return (
    text
      .normalize('NFKC')
      .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
      .toLowerCase()
      .match(WORD) ?? []
  );
}

/** Markdown without escapes, entities and marks of emphasis; the targets of links are kept, for they are words of some documents. */
export function plainText(markdown) {
  return markdown
    .split(/(^(?:```|~~~)[^]*?^(?:```|~~~)$|(?<![\\`])(`+)(?!`)[^\n]*?(?<!`)\2(?!`))/m)
    .map((part, at) => (at % 3 === 0 ? plainProse(part) : at % 3 === 1 ? part : ''))
    .join('');
}

function plainProse(markdown) {
  return markdown
    .replace(/<\/?(?:su[bp]|u|mark|ins|del|em|strong|b|i|s|code|kbd)>/g, '')
    .replace(/(?<!\\)<[/a-z][^<>]*>/gi, ' ')
    .replace(/\\([A-Za-z]+)/g, (command, name) => LETTERS[name] ?? command)
    .replace(/(?<!\\)(?:\*{1,3}|~~|`+|==)/g, '')
    .replace(/\\([\\`*_{}[\]()#+\-.!|<>~$&=])/g, '$1')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name) => ENTITIES[name])
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
}
