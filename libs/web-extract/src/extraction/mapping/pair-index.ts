import type { StatedPair } from '../../model/page/structured-data.js';
import { conceptOf } from './concepts.js';
import { keyOf } from './words-of.js';

/** Names with values, to be looked up by what the names mean. */
export class PairIndex {
  private readonly byMeaning = new Map<unknown, StatedPair[]>();

  constructor(readonly pairs: readonly StatedPair[]) {
    for (const pair of pairs) {
      const meaning = meaningOf(pair.name);
      this.byMeaning.set(meaning, [...(this.byMeaning.get(meaning) ?? []), pair]);
    }
  }

  /** The pairs under this name, or another for the same. */
  named(name: string): readonly StatedPair[] {
    return this.byMeaning.get(meaningOf(name)) ?? [];
  }
}

/** Names of one concept mean the same; others mean themselves. */
function meaningOf(name: string): unknown {
  const key = keyOf(name);
  return conceptOf(key) ?? key;
}
