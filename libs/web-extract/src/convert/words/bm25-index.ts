import { searchTerms } from '../links/search-terms.js';
import { TimeSlice } from '../../concurrency/time-slice.js';
import { ownText } from '../../model/cut-text.js';
import { countStems, indexedStem, type Counts, type WordsOfDocument } from './count-stems.js';
import { PostingLists, type PostingList } from './posting-lists.js';

/** Relevance of a document for a search. */
interface Ranked {
  readonly id: number;
  readonly score: number;
}

/** Usual values of BM25: how soon repetition stops to count, and how much long texts are marked down. */
const SATURATION = 1.2;
const LENGTH_PENALTY = 0.4;
/** Weight of a longer word that begins with the searched one. Shorter beginnings are too common. */
const PREFIX_WEIGHT = 0.3;
const MIN_PREFIX_CHARS = 4;
/** Weight of the head against the body. From 2 to 6 bench/search.mjs sees little difference. */
const HEAD_FACTOR = 3;

/**
 * Maximum number of terms of a search, and of longer words that each of them matches. Limits the time of a
 * search.
 */
const MAX_SEARCH_TERMS = 32;
const MAX_LONGER_WORDS = 1_000;

/** A posting is one integer: the id of the document, the weight in its head and the occurrences in its body, each at most 15. */
const STEPS = 16;
const MOST = STEPS - 1;
const MAX_ID = 2 ** 22 - 1;

/** Memory of a term besides its characters: an entry of the map and the string. */
const TERM_BYTES = 80;

/** Share of removed documents above which their memory is released. */
const MAX_GONE = 0.2;
/** Terms looked at between two looks at the clock. */
const TERMS_A_STEP = 256;

/**
 * An inverted index with BM25 of the head and of the body of documents, words reduced to stems. 4.6 bytes for each different word
 * of a document outside of the heap, and about 100 for each different word of all documents.
 *
 * @see https://en.wikipedia.org/wiki/Okapi_BM25
 */
export class Bm25Index {
  private readonly terms = new Map<string, PostingList>();
  private readonly postings = new PostingLists();
  /** By id; undefined where there is no document. */
  private readonly lengths: (Counts | undefined)[] = [undefined];
  private readonly total = { head: 0, body: 0 };
  private termBytes = 0;
  private count = 0;
  /** Removed documents whose postings are still there. */
  private gone = new Set<number>();
  /** Ids without postings. Reused only when no active search may have seen their former documents. */
  private unused: number[] = [];
  private searches = 0;

  get size(): number {
    return this.count;
  }

  /** Different words. */
  get termCount(): number {
    return this.terms.size;
  }

  /** Memory in bytes, removed documents included until {@link tidy} has been called. */
  get bytes(): number {
    return this.termBytes + this.postings.bytes;
  }

  /** @returns the id of the document; ids of removed documents are used again */
  add(words: WordsOfDocument): number {
    const { counts, lengths } = countStems(words);
    const id = this.nextId();
    for (const [term, found] of counts) this.put(term, pack(id, found));
    this.lengths[id] = lengths;
    this.total.head += lengths.head;
    this.total.body += lengths.body;
    this.count++;
    return id;
  }

  remove(id: number): void {
    const lengths = this.lengths[id];
    if (lengths === undefined) return;
    this.lengths[id] = undefined;
    this.total.head -= lengths.head;
    this.total.body -= lengths.body;
    this.count--;
    this.gone.add(id);
  }

  /** Gives the memory of removed documents back where there are many, in slices. Searches may run meanwhile. */
  async tidy(): Promise<void> {
    if (this.gone.size <= MAX_GONE * (this.count + this.gone.size)) return;
    const { gone } = this;
    this.gone = new Set();
    const slice = new TimeSlice();
    let looked = 0;
    for (const [term, list] of this.terms) {
      const kept = this.postings.filter(list, (posting) => !gone.has(idOf(posting)));
      if (kept === null) this.forget(term);
      else if (kept !== list) this.terms.set(term, kept);
      if (++looked % TERMS_A_STEP === 0 && slice.isOver) await slice.pass();
    }
    this.unused.push(...gone);
  }

  /** Documents with words of the search, the most relevant first; of equally relevant ones the newest. */
  search(query: string): Ranked[] {
    const steps = this.searching(query);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  }

  /** The same in slices of the event loop. @throws the reason of the signal */
  async searchInSlices(query: string, signal: AbortSignal): Promise<Ranked[]> {
    const slice = new TimeSlice(signal);
    const steps = this.searching(query);
    this.searches++;
    try {
      for (;;) {
        const { done, value } = steps.next();
        if (done) return value;
        if (slice.isOver) await slice.pass();
      }
    } finally {
      this.searches--;
    }
  }

  private *searching(query: string): Generator<void, Ranked[]> {
    const searched = [...new Set(searchTerms(query).map(indexedStem))].slice(0, MAX_SEARCH_TERMS);
    const longer = yield* this.longerWords(searched);
    const scores = new Float64Array(this.lengths.length);
    for (const term of searched) {
      const found = yield* this.find(term, longer.get(term) ?? []);
      this.addScores(found, scores);
      yield;
    }
    const ranked: Ranked[] = [];
    scores.forEach((score, id) => {
      if (score > 0 && this.lengths[id]) ranked.push({ id, score });
    });
    yield;
    return ranked.sort((a, b) => b.score - a.score || b.id - a.id);
  }

  /** Words of the index that begin with one of the search, in one pass for all of them. */
  private *longerWords(searched: readonly string[]): Generator<void, Map<string, string[]>> {
    const longer = new Map<string, string[]>();
    const byFirst = new Map<number, string[]>();
    for (const term of searched.filter(({ length }) => length >= MIN_PREFIX_CHARS)) {
      longer.set(term, []);
      const first = term.charCodeAt(0);
      byFirst.set(first, [...(byFirst.get(first) ?? []), term]);
    }
    if (longer.size === 0) return longer;
    let looked = 0;
    for (const term of this.terms.keys()) {
      for (const beginning of byFirst.get(term.charCodeAt(0)) ?? []) {
        if (term.length <= beginning.length || !term.startsWith(beginning)) continue;
        const words = longer.get(beginning)!;
        if (words.length < MAX_LONGER_WORDS) words.push(term);
      }
      if (++looked % TERMS_A_STEP === 0) yield;
    }
    return longer;
  }

  /** Occurrences of a term in each document; of words that begin like it a share. */
  private *find(searched: string, longer: readonly string[]): Generator<void, Found> {
    const found = {
      head: new Float32Array(this.lengths.length),
      body: new Float32Array(this.lengths.length),
    };
    this.collect(searched, 1, found);
    for (const term of longer) {
      yield;
      this.collect(term, PREFIX_WEIGHT, found);
    }
    return found;
  }

  private collect(term: string, share: number, { head, body }: Found): void {
    const list = this.terms.get(term);
    if (list === undefined) return;
    this.postings.each(list, (posting) => {
      const id = idOf(posting);
      if (!this.lengths[id] || id >= head.length) return;
      head[id]! += share * (Math.floor(posting / STEPS) % STEPS);
      body[id]! += share * (posting % STEPS);
    });
  }

  private addScores(found: Found, scores: Float64Array): void {
    const scoreHead = this.scorer(found, 'head');
    const scoreBody = this.scorer(found, 'body');
    found.head.forEach((head, id) => {
      const lengths = this.lengths[id];
      if (!lengths || (head === 0 && found.body[id] === 0)) return;
      const score = HEAD_FACTOR * scoreHead(head, lengths.head) + scoreBody(found.body[id]!, lengths.body);
      scores[id] = (scores[id] ?? 0) + score;
    });
  }

  private scorer(found: Found, part: keyof Found): (count: number, length: number) => number {
    const having = found[part].reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0);
    const rarity = Math.log(1 + (this.size - having + 0.5) / (having + 0.5));
    const meanLength = this.total[part] / this.size || 1;
    return (count, length) => {
      const damping = SATURATION * (1 - LENGTH_PENALTY + (LENGTH_PENALTY * length) / meanLength);
      return (rarity * count * (SATURATION + 1)) / (count + damping);
    };
  }

  private put(term: string, posting: number): void {
    const list = this.terms.get(term);
    if (list !== undefined) return void this.terms.set(term, this.postings.add(list, posting));
    this.terms.set(ownText(term), this.postings.of(posting));
    this.termBytes += TERM_BYTES + 2 * term.length;
  }

  private forget(term: string): void {
    this.terms.delete(term);
    this.termBytes -= TERM_BYTES + 2 * term.length;
  }

  private nextId(): number {
    const reused = this.searches === 0 ? this.unused.pop() : undefined;
    if (reused !== undefined) return reused;
    if (this.lengths.length > MAX_ID) throw new RangeError('Too many documents in one index');
    return this.lengths.push(undefined) - 1;
  }
}

/** Counts of a term in each document, by id. */
type Found = Readonly<Record<keyof Counts, Float32Array>>;

const pack = (id: number, { head, body }: Counts): number =>
  (id * STEPS + Math.min(MOST, Math.round(head))) * STEPS + Math.min(MOST, body);

const idOf = (posting: number): number => Math.floor(posting / (STEPS * STEPS));
