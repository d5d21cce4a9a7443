import type { ExampleSource, FieldTransform } from '../../../model/extractor/extractor-program.js';
import type { PageIndex, PageScope } from '../page-index.js';
import type { FieldValue } from '../read-value.js';

/** What is known of a field in one scope. */
export interface Training<Value = FieldValue> {
  /** Number of the page. */
  readonly at: number;
  readonly page: PageIndex;
  readonly scope: PageScope;
  /** `unknown`: there may be a value or none. */
  readonly state: 'value' | 'absent' | 'unknown';
  readonly example?: Value;
  readonly source: ExampleSource;
}

/** How strictly examples count. */
export interface LearningMode {
  /**
   * True for values of earlier reads, some of which the pages do not show any more: places are kept that most pages agree
   * with.
   */
  readonly heals: boolean;
  /** Texts of enums and booleans seen before, by path. */
  readonly known: ReadonlyMap<string, FieldTransform>;
  /** Time at which learning ends, as of `performance.now()`. */
  readonly deadline: number;
}

/** Number of different pages among trainings. */
export function countPages(trainings: readonly { readonly at: number }[]): number {
  return new Set(trainings.map(({ at }) => at)).size;
}
