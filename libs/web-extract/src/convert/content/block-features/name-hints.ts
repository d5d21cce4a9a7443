import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';

/** Weights of words as evidence for content (above 0) or against it (below 0). */
export type HintWeights = ReadonlyMap<string, number>;

/** Longer attributes are generated styles; their first words say enough. */
const MAX_NAME_CHARS = 200;
const WORD = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g;

/** The words of an element's class, id, role and schema.org names: `mainContent site-nav` → main, content, site, nav. */
export function nameWords({ name, attribs }: PageElement): string[] {
  const { class: className, id, role, itemprop, itemtype } = attribs;
  const named = [className, id, role, itemprop, itemtype?.slice(itemtype.lastIndexOf('/') + 1)]
    .filter(Boolean)
    .join(' ');
  const words = [`<${name}>`];
  if (named === '') return words;
  for (const word of named.slice(0, MAX_NAME_CHARS).match(WORD) ?? []) {
    if (word.length === 1) continue;
    const lower = word.toLowerCase();
    if (!words.includes(lower)) words.push(lower); // there are few
  }
  return words;
}

export function sumHints(words: readonly string[], weights: HintWeights): number {
  let sum = 0;
  for (const word of words) sum += weights.get(word) ?? 0;
  return sum;
}
