import type { Table } from '../tables/table.js';
import type { TextLine } from '../lines/text-line.js';

/** A part of the document that becomes one element, or several in a list. */
export type Block = TextBlock | TableBlock;

export interface TextBlock {
  readonly kind: 'paragraph' | 'heading' | 'code' | 'item' | 'footnote';
  readonly lines: readonly TextLine[];
  readonly page: number;
  /** Left and right border of the text around it. */
  readonly left: number;
  readonly right: number;
  /** Levels of headings begin with 1. */
  readonly level?: number;
  /** How deep an item lies, from 0; what kind of list it is in, and its number. */
  readonly depth?: number;
  readonly isOrdered?: boolean;
  readonly number?: number | null;
  /** Paragraphs of the same item. */
  readonly isInItem?: boolean;
  /** An item without a mark: the rest of one that a page has cut off. */
  readonly isUnmarked?: boolean;
  /** The document itself says what it is. */
  readonly isTagged?: boolean;
}

export interface TableBlock {
  readonly kind: 'table';
  readonly table: Table;
  readonly page: number;
}
