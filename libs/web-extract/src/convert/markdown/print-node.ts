import { boundBlanks } from './write/bound-blanks.js';
import { escapeText } from './write/escape-text.js';

/** What a printed element is. The rules in write/ say how each looks. */
export type PrintKind =
  | 'document'
  | 'paragraph'
  | 'line'
  | 'heading'
  | 'rule'
  | 'quote'
  | 'list'
  | 'inner-list'
  | 'item'
  | 'line-item'
  | 'loose-item'
  | 'term'
  | 'definition'
  | 'footnote'
  | 'code-block'
  | 'math-block'
  | 'table'
  | 'row'
  | 'head-end'
  | 'cell'
  | 'strong'
  | 'emphasis'
  | 'strike'
  | 'superscript'
  | 'subscript'
  | 'code'
  | 'math'
  | 'link'
  | 'image'
  | 'break'
  | 'cell-break'
  | 'verbatim'
  | 'ruled';

/** What a rule needs to know besides the printed content. */
export interface PrintDetails {
  /** Code, TeX, alternative text, or markdown that is printed as it is. */
  readonly text?: string;
  readonly address?: string;
  readonly title?: string;
  readonly language?: string;
  /** Heading level, or the number of columns. */
  readonly level?: number;
  /** What opens a list item, or names a footnote or the address of a link. */
  readonly marker?: string;
  /** How the host has the printed content written. */
  readonly write?: (content: string) => string;
}

export type PrintNode = PrintElement | PrintText;

/**
 * Turndown asks every node whether it is a block, whether it is blank, and for the white space at its edges, and reads all text below it
 * for that. The layout has settled these questions: what prints is no element of HTML and has no name, is never blank, and stands within
 * preformatted code, whose white space turndown leaves as it is.
 */
const PREFORMATTED = { isCode: true };

/** An element that prints, as turndown sees it. Wrappers without a mark of their own have no such node. */
export class PrintElement {
  // Written by turndown.
  isBlock = false;
  isCode = true;
  isBlank = false;
  flankingWhitespace: unknown = null;
  /** Chosen for its neighbours: what stands on both sides of emphasised text. */
  delimiters: readonly [string, string] | null = null;

  constructor(
    public kind: PrintKind,
    public childNodes: PrintNode[],
    readonly details: PrintDetails = {},
  ) {}

  get nodeType(): number {
    return 1;
  }

  /** Asked whether it is blank. */
  get textContent(): string {
    return this.kind;
  }

  get parentNode(): typeof PREFORMATTED {
    return PREFORMATTED;
  }

  /** Turndown works on a copy; this tree was made for it alone. */
  cloneNode(): this {
    return this;
  }
}

/** A run of text with what stands around it, for escaping. White space is squeezed already. */
export class PrintText {
  isBlock = false;
  isCode = true;
  isBlank = false;
  flankingWhitespace: unknown = null;
  /** The characters printed before and after it; a space at the ends of a line. */
  before = ' ';
  after = ' ';
  inLink = false;

  constructor(
    public value: string,
    readonly atLineStart: boolean,
  ) {}

  get nodeType(): number {
    return 3;
  }

  get textContent(): string {
    return this.value;
  }

  get parentNode(): typeof PREFORMATTED {
    return PREFORMATTED;
  }

  get nodeValue(): string {
    return boundBlanks(escapeText(this));
  }
}
