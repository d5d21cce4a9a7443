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
  | 'verbatim';

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
}

export type PrintNode = PrintElement | PrintText;

/**
 * Turndown asks every node for its place, its blankness and the white space at its edges, and reads all text below it
 * for that. The layout has settled these questions, so nodes give the name for which turndown asks none of them: a
 * block that is never blank.
 */
const UNQUESTIONED = 'HR';
const NOWHERE = { isCode: false };

/** An element that prints, as turndown sees it. Wrappers without a mark of their own have no such node. */
export class PrintElement {
  // Written by turndown.
  isBlock = true;
  isCode = false;
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

  get nodeName(): string {
    return UNQUESTIONED;
  }

  get parentNode(): typeof NOWHERE {
    return NOWHERE;
  }

  /** Turndown works on a copy; this tree was made for it alone. */
  cloneNode(): this {
    return this;
  }
}

/** A run of text with what stands around it, for escaping. White space is squeezed already. */
export class PrintText {
  isBlock = true;
  isCode = false;
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

  get nodeName(): string {
    return UNQUESTIONED;
  }

  get parentNode(): typeof NOWHERE {
    return NOWHERE;
  }

  get nodeValue(): string {
    return escapeText(this);
  }
}
