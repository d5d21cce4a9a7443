import { boundBlanks } from './write/bound-blanks.js';
import { escapeText } from './write/escape-text.js';

/** Kind of a printed element. The rules in write/ define its markdown. */
export type LayoutKind =
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

/** Data for a rule in addition to the printed content. */
export interface LayoutDetails {
  /** Code, TeX, alternative text, or markdown that is printed unchanged. */
  readonly text?: string;
  readonly address?: string;
  readonly title?: string;
  readonly language?: string;
  /** Heading level, or the number of columns. */
  readonly level?: number;
  /** Marker of a list item, name of a footnote, or URL of a link. */
  readonly marker?: string;
  /** Rule of the host for the printed content. */
  readonly write?: (content: string) => string;
}

/** Shared by all elements without details. */
export const NO_DETAILS: LayoutDetails = Object.freeze({});

export type LayoutNode = LayoutElement | LayoutText;

/** An element that prints. Wrappers without a mark of their own have no such node. */
export class LayoutElement {
  /** Chosen by the characters on both sides of emphasised text. */
  delimiters: readonly [string, string] | null = null;

  constructor(
    public kind: LayoutKind,
    public childNodes: LayoutNode[],
    readonly details: LayoutDetails = NO_DETAILS,
  ) {}
}

/** A run of text with its adjacent characters, for escaping. White space is already collapsed. */
export class LayoutText {
  /** The characters printed before and after it; a space at the ends of a line. */
  before = ' ';
  after = ' ';
  inLink = false;
  /** Its place in the block, known when the block is finished: see `placeTexts`. */
  atLineStart = false;
  inLabel = false;
  isNoLabel = false;
  afterNote = false;

  constructor(public value: string) {}

  /** The text as markdown. */
  get escaped(): string {
    return boundBlanks(escapeText(this));
  }
}
