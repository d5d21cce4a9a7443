import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';

/** Notes of a page: where they are referred to, where they stand. */
export interface Footnotes {
  /** The label of each link that refers to a note. */
  readonly references: ReadonlyMap<PageElement, string>;
  /** The label of each block that is a note. */
  readonly notes: ReadonlyMap<PageElement, string>;
  /** Links from a note back to the text, and numbers before notes. */
  readonly dropped: ReadonlySet<PageElement>;
}

export const NO_FOOTNOTES: Footnotes = { references: new Map(), notes: new Map(), dropped: new Set() };
