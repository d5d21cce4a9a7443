/** Findings about a class attribute, as bits. */
export const ClassSign = {
  /** A rendered formula of KaTeX, MathJax or MediaWiki. */
  renderedMath: 1,
  displayMath: 1 << 1,
  /** An element whose attributes may hold TeX, or a picture of a formula. */
  formula: 1 << 2,
  /** Links that edit a section of a wiki. */
  sectionEdit: 1 << 3,
  diagram: 1 << 4,
} as const;

const PATTERNS: readonly (readonly [bit: number, pattern: RegExp])[] = [
  [ClassSign.renderedMath, /(?:^|\s)(?:katex|katex-display|MathJax\w*|mwe-math-element|MJX-\w+)(?:\s|$)/],
  [ClassSign.displayMath, /(?:^|\s)(?:katex-display|MathJax_Display|mwe-math-element-block)(?:\s|$)/],
  [ClassSign.formula, /(?:^|[\s_-])(?:math|maths|tex|latex|katex|formula|equation)(?:[\s_-]|$)/i],
  [ClassSign.sectionEdit, /(?:^|\s)(?:mw-editsection|editsection|edit-section|secedit)(?:\s|$)/],
  [ClassSign.diagram, /(?:^|\s)(?:language-|lang-)?mermaid(?:\s|$)/],
];

/** How the names above begin: most classes have none of them, and one pattern says so. */
const ANY = /(?:^|[\s_-])(?:[Mm]ath|MJX|mwe-|mw-edit|edit|mermaid|tex|latex|katex|formula|equation|secedit)/;

/** The signs of a class attribute; 0 for an element without one. */
export function classSigns(className: string | undefined): number {
  if (className === undefined || !ANY.test(className)) return 0;
  let signs = 0;
  for (const [bit, pattern] of PATTERNS) if (pattern.test(className)) signs |= bit;
  return signs;
}

const GUTTER =
  /(?:^|[\s_-])(?:gutter|line-?no|line-?nos|linenos|linenumbers?|line-numbers?|crayon-nums|pre-numbering|lnt|blob-num|hljs-ln-numbers)(?:[\s_-]|$)/i;

/** Whether a class names the numbers next to code. */
export function isGutterClass(className: string | undefined): boolean {
  return className !== undefined && GUTTER.test(className);
}
