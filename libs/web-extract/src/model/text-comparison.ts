import type { FieldChange, TextDiff } from './page/page-change.js';
import type { ReversePatch } from './snapshot.js';

/** Two texts of a page. Structured-cloneable. */
export interface ComparisonQuestion {
  readonly previous: string;
  readonly current: string;
  /** Data that was read from them; absent where none was. */
  readonly fields?: { readonly previous: unknown; readonly current: unknown };
  readonly wants: {
    readonly noise: boolean;
    readonly diff: boolean;
    readonly patch: boolean;
  };
}

/** What differs between them; null where it was not asked for, or nothing differs. */
export interface TextComparison {
  /** They differ only in what changes by itself. */
  readonly isNoise: boolean;
  readonly diff: TextDiff | null;
  readonly patch: ReversePatch | null;
  readonly fields: Readonly<Record<string, FieldChange>> | null;
}
