import type { Table } from '../tables/table.js';
import type { TextLine } from '../lines/text-line.js';

/** Part of the document that becomes one element, or several in a list. */
export type Block = TextBlock | TableBlock;

export interface TextBlock {
  readonly kind: 'paragraph' | 'heading' | 'code' | 'item' | 'footnote';
  readonly lines: readonly TextLine[];
  readonly page: number;
  /** Left and right edge of the surrounding text. */
  readonly left: number;
  readonly right: number;
  /** Heading level, from 1. */
  readonly level?: number;
  /** Nesting depth of a list item, from 0; the list type and the number of the item. */
  readonly depth?: number;
  readonly isOrdered?: boolean;
  readonly number?: number | null;
  /** True for further paragraphs of the same item. */
  readonly isInItem?: boolean;
  /** True for an item without a marker: the remainder of an item split by a page break. */
  readonly isUnmarked?: boolean;
  /** True if the kind comes from the tags of the document. */
  readonly isTagged?: boolean;
}

export interface TableBlock {
  readonly kind: 'table';
  readonly table: Table;
  readonly page: number;
}
