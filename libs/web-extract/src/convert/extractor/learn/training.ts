import type { ExampleSource, FieldTransform } from '../../../model/extractor/extractor-program.js';
import { labelOf, MAX_LABEL, squash, type PageIndex, type PageScope } from '../page-index.js';
import type { FieldValue } from '../read-value.js';

/** Example of a field in one scope. */
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

/** Strictness and limits of learning. */
export interface LearningMode {
  /**
   * True for values of earlier reads, some of them out of date: the place with the most agreement is kept.
   */
  readonly heals: boolean;
  /** Texts of enums and booleans seen before, by path. */
  readonly known: ReadonlyMap<string, FieldTransform>;
  /** Texts of examples, as labels: a value is no label. */
  readonly valueTexts: ReadonlySet<string>;
  /** Deadline of learning, as of `performance.now()`. */
  readonly deadline: number;
}

/** Texts in example data, as labels. */
export function textsOfData(data: readonly unknown[]): Set<string> {
  const texts = new Set<string>();
  const visit = (value: unknown, depth: number): void => {
    if (typeof value === 'string' && value.length <= MAX_LABEL)
      [value, value.replace(/[_-]/g, ' ')].forEach((text) => texts.add(labelOf(squash(text))));
    else if (typeof value === 'object' && value !== null && depth < 12 && texts.size < MAX_TEXTS)
      Object.values(value).forEach((inner) => visit(inner, depth + 1));
  };
  data.forEach((value) => visit(value, 0));
  return texts;
}

const MAX_TEXTS = 50_000;

/** Number of different pages among trainings. */
export function countPages(trainings: readonly { readonly at: number }[]): number {
  return new Set(trainings.map(({ at }) => at)).size;
}
