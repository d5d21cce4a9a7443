import type { Write } from './table.js';

/** Contents of a slot. */
export interface JournalPart {
  readonly generation: number;
  readonly batches: readonly Write[][];
  readonly bytes: number;
  /** Number of batches in the previous generation. */
  readonly preceding: number;
}
