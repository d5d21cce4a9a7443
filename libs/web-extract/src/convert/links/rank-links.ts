import { splitUrl } from '../../web/scope/split-url.js';
import { TimeSlice } from '../../concurrency/time-slice.js';
import { relation, searchTerms, termsOf } from './search-terms.js';

/** A URL with its title and anchors. */
export interface RankableLink {
  readonly url: string;
  /** Words of anchors that lead there. */
  readonly text?: string | null;
  /** Title of the page. */
  readonly title?: string | null;
}

interface RankedLinks<T> {
  /** All links, the most relevant first; those without any relation last, in the order given. */
  readonly links: readonly T[];
  /** Number of links related to the search. */
  readonly relatedCount: number;
}

/** Weight of a term by its field: URLs and titles are chosen with more care than anchors. */
const URL_WEIGHT = 1.5;
const TITLE_WEIGHT = 1.5;
const TEXT_WEIGHT = 1;
/** Usual values of BM25: how soon repetition stops to count, and how much long texts are marked down. */
const SATURATION = 1.2;
const LENGTH_PENALTY = 0.4;

/** Each of them is compared with each word of the links. */
const MAX_SEARCH_TERMS = 32;
/** Maximum number of characters read of a URL, a title or an anchor. */
const MAX_FIELD_CHARS = 1_000;

interface Candidate<T> {
  readonly link: T;
  /** Weighted occurrences of each term of the search. */
  readonly occurrences: Float64Array | null;
  readonly length: number;
  readonly depth: number;
}

/**
 * Orders links by their relevance for a search: BM25 over the words of addresses, anchors and titles, where forms and
 * beginnings of a word count less than the word. Nothing is lost, and equal input gives equal output: of equally relevant
 * links the one nearer to the root comes first, then the one given first.
 *
 * Runs in slices of the event loop.
 *
 * @see https://en.wikipedia.org/wiki/Okapi_BM25
 */
export async function rankLinks<T extends RankableLink>(
  links: readonly T[],
  search: string,
): Promise<RankedLinks<T>> {
  const terms = searchTerms(search).slice(0, MAX_SEARCH_TERMS);
  if (terms.length === 0) return { links: [...links], relatedCount: 0 };
  const matcher = new TermMatcher(terms);
  const candidates: Candidate<T>[] = [];
  const slice = new TimeSlice();
  for (const link of links) {
    if (slice.isOver) await slice.pass();
    candidates.push(candidateOf(link, matcher));
  }
  const score = scorer(candidates, terms.length);
  const related = candidates
    .filter(({ occurrences }) => occurrences !== null)
    .map((candidate, index) => ({ ...candidate, index, score: score(candidate) }))
    .sort((a, b) => b.score - a.score || a.depth - b.depth || a.index - b.index);
  const unrelated = candidates.filter(({ occurrences }) => occurrences === null);
  return { links: [...related, ...unrelated].map(({ link }) => link), relatedCount: related.length };
}

/** Relations of terms to the search, each worked out once. */
class TermMatcher {
  private readonly known = new Map<string, readonly number[] | null>();

  constructor(private readonly terms: readonly string[]) {}

  /** A weight for each term of the search; null when all are 0. */
  weights(term: string): readonly number[] | null {
    let weights = this.known.get(term);
    if (weights === undefined) {
      const all = this.terms.map((searched) => relation(searched, term));
      weights = all.some((weight) => weight > 0) ? all : null;
      this.known.set(term, weights);
    }
    return weights;
  }

  newOccurrences(): Float64Array {
    return new Float64Array(this.terms.length);
  }
}

function candidateOf<T extends RankableLink>(link: T, matcher: TermMatcher): Candidate<T> {
  const { host, path, query } = splitUrl(link.url) ?? { host: '', path: link.url, query: '' };
  const fields: [string, number][] = [
    [`${host} ${readable(path + query)}`, URL_WEIGHT],
    [link.title ?? '', TITLE_WEIGHT],
    [link.text ?? '', TEXT_WEIGHT],
  ];
  let occurrences: Float64Array | null = null;
  let length = 0;
  for (const [text, weight] of fields) {
    const terms = text === '' ? [] : termsOf(text.slice(0, MAX_FIELD_CHARS));
    length += terms.length;
    for (const term of terms) {
      const weights = matcher.weights(term);
      if (weights === null) continue;
      occurrences ??= matcher.newOccurrences();
      for (let i = 0; i < weights.length; i++) occurrences[i]! += weight * (weights[i] as number);
    }
  }
  return { link, occurrences, length, depth: path.split('/').length };
}

/** Decodes escapes and splits camel case (`getStarted`). */
function readable(address: string): string {
  const text = decoded(address);
  return /[a-z][A-Z]/.test(text) ? text.replace(/([a-z])([A-Z])/g, '$1 $2') : text;
}

function decoded(address: string): string {
  if (!address.includes('%')) return address;
  try {
    return decodeURIComponent(address);
  } catch {
    return address; // escapes of another encoding than UTF-8
  }
}

/** Links with more terms of the search rank higher, regardless of the weights of the terms. */
function scorer<T>(
  candidates: readonly Candidate<T>[],
  termCount: number,
): (candidate: Candidate<T>) => number {
  const meanLength = candidates.reduce((sum, { length }) => sum + length, 0) / (candidates.length || 1);
  const rarity = Array.from({ length: termCount }, (_, term) => {
    const having = candidates.filter(({ occurrences }) => (occurrences?.[term] ?? 0) > 0).length;
    return Math.log(1 + (candidates.length - having + 0.5) / (having + 0.5));
  });
  return ({ occurrences, length }) => {
    const damping = SATURATION * (1 - LENGTH_PENALTY + (LENGTH_PENALTY * length) / (meanLength || 1));
    let score = 0;
    let found = 0;
    for (let term = 0; term < termCount; term++) {
      const count = occurrences?.[term] ?? 0;
      if (count === 0) continue;
      found++;
      score += ((rarity[term] as number) * count * (SATURATION + 1)) / (count + damping);
    }
    return (score * found) / termCount;
  };
}
