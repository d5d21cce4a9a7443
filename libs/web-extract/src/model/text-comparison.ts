import type { FieldChange, TextDiff } from './page/page-change.js';
import type { ReversePatch } from './snapshot.js';

/** Two texts of a page to compare. Structured-cloneable. */
export interface ComparisonQuestion {
  readonly previous: string;
  readonly current: string;
  /** Data extracted from the texts; absent if there is none. */
  readonly fields?: { readonly previous: unknown; readonly current: unknown };
  readonly wants: {
    readonly noise: boolean;
    readonly diff: boolean;
    readonly patch: boolean;
  };
}

/** Differences between the texts; null if not requested, or equal. */
export interface TextComparison {
  /** True if the texts differ only in noise, such as counters and relative times. */
  readonly isNoise: boolean;
  readonly diff: TextDiff | null;
  readonly patch: ReversePatch | null;
  readonly fields: Readonly<Record<string, FieldChange>> | null;
}
