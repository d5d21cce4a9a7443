/** Findings about a class attribute, as bits. */
export const ClassSign = {
  /** A rendered formula of KaTeX, MathJax or MediaWiki. */
  renderedMath: 1,
  displayMath: 1 << 1,
  /** An element whose attributes may hold TeX, or a picture of a formula. */
  formula: 1 << 2,
  hidden: 1 << 3,
  /** Links that edit a section of a wiki. */
  sectionEdit: 1 << 4,
  diagram: 1 << 5,
} as const;

const PATTERNS: readonly (readonly [bit: number, pattern: RegExp])[] = [
  [ClassSign.renderedMath, /(?:^|\s)(?:katex|katex-display|MathJax\w*|mwe-math-element|MJX-\w+)(?:\s|$)/],
  [ClassSign.displayMath, /(?:^|\s)(?:katex-display|MathJax_Display|mwe-math-element-block)(?:\s|$)/],
  [ClassSign.formula, /(?:^|[\s_-])(?:math|maths|tex|latex|katex|formula|equation)(?:[\s_-]|$)|math$/i],
  [ClassSign.sectionEdit, /(?:^|\s)(?:mw-editsection|editsection|edit-section|secedit)(?:\s|$)/],
  [ClassSign.diagram, /(?:^|\s)(?:language-|lang-)?mermaid(?:\s|$)/],
];

const HIDING =
  /(?:^|\s)(?:sr-only|screen-reader-text|screen-reader-only|visually-?hidden|hidden|hide|d-none|is-hidden|invisible|u-hidden|noprint-hidden)(?:\s|$)/i;
/** Frameworks pair a hiding class with one that shows the element on larger screens, on focus or in print. */
const SHOWN_AGAIN =
  /(?:^|\s)(?:(?:xs|sm|md|lg|xl|2xl|3xl|tablet|desktop|mobile|print|dark|group-[\w-]+|peer-[\w-]+|\[[^\]\s]*\]):[\w-]+|d-(?:xs|sm|md|lg|xl|xxl|print)-(?!none)[\w-]+|not-sr-only)/i;

/** A piece of each name above: most classes have none of them, and one pattern says so. */
const ANY = /math|mjx|tex|formula|equation|edit|mermaid|hid|sr-only|screen-reader|d-none|invisible/i;

/** The signs of a class attribute; 0 for an element without one. */
export function classSigns(className: string | undefined): number {
  if (className === undefined || !ANY.test(className)) return 0;
  let signs = 0;
  for (const [bit, pattern] of PATTERNS) if (pattern.test(className)) signs |= bit;
  return HIDING.test(className) && !SHOWN_AGAIN.test(className) ? signs | ClassSign.hidden : signs;
}

const GUTTER =
  /(?:^|[\s_-])(?:gutter|line-?no|line-?nos|linenos|linenumbers?|line-numbers?|crayon-nums|pre-numbering|lnt|blob-num|hljs-ln-numbers)(?:[\s_-]|$)/i;

/** Whether a class names the numbers next to code. */
export function isGutterClass(className: string | undefined): boolean {
  return className !== undefined && GUTTER.test(className);
}
