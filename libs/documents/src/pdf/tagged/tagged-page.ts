import type { Block } from '../blocks/block.js';

/** Content of a page according to its structure tree. */
export interface TaggedPage {
  readonly blocks: readonly Block[];
  /** True if it contains headings, lists or tables; other trees contain only paragraphs. */
  readonly isTelling: boolean;
  readonly hasHeadings: boolean;
}
