/** Kinds of tokens; each has a class `hl-<kind>` in the style sheet. */
export type TokenKind = 'comment' | 'keyword' | 'string' | 'number' | 'name' | 'mark';

export type Language = 'json' | 'html' | 'markdown' | 'code' | 'shell';

const KEYWORDS =
  'abstract and as async await bool boolean break case catch char class const continue def default delete do double elif else enum except ' +
  'export extends extern final finally float fn for from func function go if impl implements import in instanceof int interface is lambda ' +
  'let long match module mut namespace new nil none not null or package pass private protected pub public readonly return self static ' +
  'struct super switch this throw throws trait try type typeof undefined use var void while with yield true false None True False';

const STRINGS = String.raw`"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?`;
const NUMBER = String.raw`\b\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?\b`;

/**
 * Expressions by language; the name of the group is the kind of the token. Every alternative consumes what it scans or is bounded,
 * so that the time is linear in the text.
 */
export const LANGUAGES: Readonly<Record<Language, RegExp>> = {
  json: new RegExp(
    String.raw`(?<name>"(?:[^"\\\n]|\\.)*"(?=[ \t]{0,8}:))|(?<string>"(?:[^"\\\n]|\\.)*"?)|(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<keyword>\b(?:true|false|null)\b)`,
    'g',
  ),
  html: new RegExp(
    String.raw`(?<comment><!--[^]*?(?:-->|$)|<![^>]*>?)|(?<keyword></?[A-Za-z][^\s>/"']*)|(?<name>(?<=[\s"'])[A-Za-z_:@][\w:.-]{0,60}(?==["']))|(?<string>(?<==)"[^"<]*"?|(?<==)'[^'<]*'?)|(?<number>&(?:[A-Za-z]{1,31}|#\w{1,8});)`,
    'g',
  ),
  markdown: new RegExp(
    String.raw`(?<keyword>^#{1,6}[ \t].*)|(?<string>^(?:${'`'.repeat(3)}|~~~).*|${'`'}[^${'`'}\n]{1,400}${'`'})|(?<name>\[[^[\]\n]{0,400}\]\([^()\s]{0,2000}\))|(?<mark>^[ \t]{0,12}(?:[-*+]|\d{1,9}\.)[ \t]|^>+)|(?<number>\*\*[^*\n]{1,400}\*\*)|(?<comment>^(?:---|\*\*\*)$|<!--[^]{0,400}?-->)`,
    'gm',
  ),
  code: new RegExp(
    String.raw`(?<comment>//.*|/\*[^]*?(?:\*/|$(?![^]))|(?<=^|\s)#\s.*)|(?<string>${STRINGS}|${'`'}(?:[^${'`'}\\]|\\.)*${'`'}?)|(?<number>${NUMBER})|(?<keyword>\b(?:${KEYWORDS.split(' ').join('|')})\b)|(?<name>\b[A-Za-z_$][\w$]{0,80}(?=\())`,
    'gm',
  ),
  shell: new RegExp(
    String.raw`(?<comment>(?<=^|\s)#.*)|(?<string>'[^']*'?|"(?:[^"\\]|\\.)*"?)|(?<name>\$\w+|\$\{\w+\})|(?<number>(?<=\s)--?[A-Za-z][\w-]*)|(?<keyword>^[ \t]{0,20}(?:sudo )?(?:curl|npm|npx|node|docker|git|cd|export|pip|python)\b)|(?<mark>\\$)`,
    'gm',
  ),
};

const ALIASES: Readonly<Record<string, Language>> = {
  json: 'json',
  jsonc: 'json',
  html: 'html',
  xml: 'html',
  svg: 'html',
  vue: 'html',
  md: 'markdown',
  markdown: 'markdown',
  sh: 'shell',
  bash: 'shell',
  shell: 'shell',
  zsh: 'shell',
  console: 'shell',
};

const CODE = new Set(
  'js jsx mjs cjs javascript ts tsx typescript py python java kotlin kt go golang rust rs c h cpp csharp cs php ruby rb swift scala dart yaml yml toml'.split(
    ' ',
  ),
);

/** Language for the info string of a code fence; null for unknown languages. */
export function languageOf(name: string): Language | null {
  const lower = name.toLowerCase();
  return ALIASES[lower] ?? (CODE.has(lower) ? 'code' : null);
}
