import { stem, termsOf } from '../links/search-terms.js';

/** The text of a document that is searched, in parts of different weight. */
export interface WordsOfDocument {
  /** Titles, headings and other text that names the topic, each with its weight among them. */
  readonly head: readonly WeightedText[];
  readonly body: string;
}

interface WeightedText {
  readonly text: string;
  readonly weight: number;
}

/** Occurrences in the head and in the body of a document, or their number of words. */
export interface Counts {
  head: number;
  body: number;
}

/** The stems of a document with their occurrences. */
export interface CountedStems {
  readonly counts: ReadonlyMap<string, Counts>;
  /** In words. */
  readonly lengths: Counts;
}

/** Longer words, such as hashes and encoded data, are cut. */
const MAX_STEM_CHARS = 40;

/** Returns the stem of a word for indexing and searching. */
export const indexedStem = (term: string): string => stem(term).slice(0, MAX_STEM_CHARS);

/** Counts the stems of a document in linear time. */
export function countStems({ head, body }: WordsOfDocument): CountedStems {
  const counts = new Map<string, Counts>();
  const lengths = { head: 0, body: 0 };
  const count = (text: string, part: keyof Counts, weight: number) => {
    for (const [term, times] of occurrences(text)) {
      const root = indexedStem(term);
      let found = counts.get(root);
      if (!found) counts.set(root, (found = { head: 0, body: 0 }));
      found[part] += weight * times;
      lengths[part] += times;
    }
  };
  for (const { text, weight } of head) count(text, 'head', weight);
  count(body, 'body', 1);
  return { counts, lengths };
}

/** Each word once: reducing a word to its stem costs more than counting it. */
function occurrences(text: string): Map<string, number> {
  const times = new Map<string, number>();
  for (const term of termsOf(text)) times.set(term, (times.get(term) ?? 0) + 1);
  return times;
}
