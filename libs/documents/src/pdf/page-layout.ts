import type { Box } from './lines/geometry.js';
import type { RegionItem } from './tables/region-item.js';
import type { TaggedPage } from './tagged/tagged-page.js';

/** A page as lines and tables in reading order. */
export interface PageLayout {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  /** Columns and the parts that span them, in order. */
  readonly regions: readonly (readonly RegionItem[])[];
  /** Horizontal lines: above footnotes, below headers. */
  readonly rules: readonly Box[];
  readonly hasDrawing: boolean;
  /** Share of the page's characters that cannot be decoded, from 0 to 1. Absent: none. */
  readonly illegibleShare?: number;
  /** Number of single characters that are left out because their font does not state them. */
  readonly unknownGlyphs?: number;
  /** Content according to the structure tree of the document, if it covers the text. */
  readonly tagged: TaggedPage | null;
}
