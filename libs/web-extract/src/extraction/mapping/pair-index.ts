import type { StatedPair } from '../../model/page/structured-data.js';
import { conceptOf } from './concepts.js';
import { keyOf } from './words-of.js';

/** Index of name-value pairs by the meaning of their names. */
export class PairIndex {
  private readonly byMeaning = new Map<unknown, StatedPair[]>();

  constructor(readonly pairs: readonly StatedPair[]) {
    for (const pair of pairs) {
      const meaning = meaningOf(pair.name);
      const known = this.byMeaning.get(meaning);
      if (known) known.push(pair);
      else this.byMeaning.set(meaning, [pair]);
    }
  }

  /** Pairs with this name or a synonym. */
  named(name: string): readonly StatedPair[] {
    return this.byMeaning.get(meaningOf(name)) ?? [];
  }
}

/** Names of one concept are synonyms; other names have only themselves. */
function meaningOf(name: string): unknown {
  const key = keyOf(name);
  return conceptOf(key) ?? key;
}
