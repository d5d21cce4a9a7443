import { setImmediate as nextTurn } from 'node:timers/promises';
import { searchTerms, stem, termsOf } from '../links/search-terms.js';

/** The words of a document, by where they stand. */
export interface WordsOfDocument {
  /** What says what the document is about: titles, headings. Each with how much it counts among them. */
  readonly head: readonly WeightedText[];
  readonly body: string;
}

interface WeightedText {
  readonly text: string;
  readonly weight: number;
}

/** How well a document answers a search. */
interface Ranked {
  readonly id: number;
  readonly score: number;
}

/** Usual values of BM25: how soon repetition stops to count, and how much long texts are marked down. */
const SATURATION = 1.2;
const LENGTH_PENALTY = 0.4;
/** What a longer word counts that begins with the one searched for. Beginnings that are shorter say nothing. */
const PREFIX_WEIGHT = 0.3;
const MIN_PREFIX_CHARS = 4;

/** How much the head counts against the body. From 2 to 6 bench/search.mjs sees little difference. */
const HEAD_FACTOR = 3;

/**
 * What a document has of a term is one small integer: its id, weight in the head and occurrences in the body, each at most 15.
 * Objects would take 6 times the memory.
 */
const STEPS = 16;
const MOST = STEPS - 1;

/** How many entries may be of documents that are gone, as a share, and terms that are tidied in one turn. */
const MAX_GONE = 0.2;
const TERMS_A_TURN = 5_000;

interface Lengths {
  readonly head: number;
  readonly body: number;
}

/** What documents have of a term; a share where it only begins like it. */
interface Found {
  head: number;
  body: number;
}

/**
 * An inverted index with BM25 of the head and of the body of documents, words reduced to stems. About 8 bytes for each different
 * word of a document.
 *
 * @see https://en.wikipedia.org/wiki/Okapi_BM25
 */
export class Bm25Index {
  private readonly occurrences = new Map<string, number[]>();
  /** In words. */
  private readonly lengths = new Map<number, Lengths>();
  private readonly total = { head: 0, body: 0 };
  private gone = 0;

  get size(): number {
    return this.lengths.size;
  }

  /** @param id a number that was never used before */
  add(id: number, { head, body }: WordsOfDocument): void {
    const found = new Map<string, Found>();
    const lengths = { head: 0, body: 0 };
    const count = (text: string, part: keyof Found, weight: number) => {
      for (const term of termsOf(text)) {
        const root = stem(term);
        let counts = found.get(root);
        if (!counts) found.set(root, (counts = { head: 0, body: 0 }));
        counts[part] += weight;
        lengths[part]++;
      }
    };
    for (const { text, weight } of head) count(text, 'head', weight);
    count(body, 'body', 1);
    for (const [term, counts] of found) this.put(term, pack(id, counts));
    this.lengths.set(id, lengths);
    this.total.head += lengths.head;
    this.total.body += lengths.body;
  }

  remove(id: number): void {
    const lengths = this.lengths.get(id);
    if (lengths === undefined) return;
    this.lengths.delete(id);
    this.total.head -= lengths.head;
    this.total.body -= lengths.body;
    this.gone++;
  }

  /** Gives the memory of removed documents back, when there are many. Searches may go on meanwhile. */
  async tidy(): Promise<void> {
    if (this.gone <= MAX_GONE * (this.size + this.gone)) return;
    this.gone = 0;
    let terms = 0;
    for (const [term, entries] of this.occurrences) {
      const kept = entries.filter((entry) => this.lengths.has(idOf(entry)));
      if (kept.length === 0) this.occurrences.delete(term);
      else if (kept.length < entries.length) this.occurrences.set(term, kept);
      if (++terms % TERMS_A_TURN === 0) await nextTurn();
    }
  }

  /** Documents that have words of the search, the most relevant first; of equally relevant ones the newest. */
  search(query: string): Ranked[] {
    const scores = new Map<number, number>();
    for (const term of new Set(searchTerms(query).map(stem))) {
      const found = this.find(term);
      const scoreHead = this.scorer(found, 'head');
      const scoreBody = this.scorer(found, 'body');
      for (const [id, counts] of found) {
        const lengths = this.lengths.get(id)!;
        const score = HEAD_FACTOR * scoreHead(counts, lengths) + scoreBody(counts, lengths);
        scores.set(id, (scores.get(id) ?? 0) + score);
      }
    }
    return [...scores].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score || b.id - a.id);
  }

  private put(term: string, entry: number): void {
    const entries = this.occurrences.get(term);
    if (entries) entries.push(entry);
    else this.occurrences.set(term, [entry]);
  }

  /** What each document has of a term, and of the words that begin with it. */
  private find(searched: string): Map<number, Found> {
    const found = new Map<number, Found>();
    this.collect(this.occurrences.get(searched) ?? [], 1, found);
    if (searched.length < MIN_PREFIX_CHARS) return found;
    for (const [term, entries] of this.occurrences) {
      if (term.length > searched.length && term.startsWith(searched))
        this.collect(entries, PREFIX_WEIGHT, found);
    }
    return found;
  }

  private collect(entries: readonly number[], share: number, found: Map<number, Found>): void {
    for (const entry of entries) {
      const id = idOf(entry);
      if (!this.lengths.has(id)) continue;
      let counts = found.get(id);
      if (!counts) found.set(id, (counts = { head: 0, body: 0 }));
      counts.head += share * (Math.floor(entry / STEPS) % STEPS);
      counts.body += share * (entry % STEPS);
    }
  }

  private scorer(found: ReadonlyMap<number, Found>, part: keyof Found) {
    let having = 0;
    for (const counts of found.values()) if (counts[part] > 0) having++;
    const rarity = Math.log(1 + (this.size - having + 0.5) / (having + 0.5));
    const meanLength = this.total[part] / this.size || 1;
    return ({ [part]: count }: Found, { [part]: length }: Lengths): number => {
      const damping = SATURATION * (1 - LENGTH_PENALTY + (LENGTH_PENALTY * length) / meanLength);
      return (rarity * count * (SATURATION + 1)) / (count + damping);
    };
  }
}

const pack = (id: number, { head, body }: Found): number =>
  (id * STEPS + Math.min(MOST, Math.round(head))) * STEPS + Math.min(MOST, body);

const idOf = (entry: number): number => Math.floor(entry / (STEPS * STEPS));
