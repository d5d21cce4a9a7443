import { createHash } from 'node:crypto';
import { samePageKey } from '../../web/url/same-page.js';
import { Bm25Index } from '../../convert/words/bm25-index.js';
import { writtenAt } from './page-hit.js';
import { isWithoutText, wordsOf, type SearchablePage } from './page-words.js';

/** Location of an indexed page in the store. */
export interface IndexedPage extends PageAge {
  readonly crawlId: string;
  /** Tag of the change feed whose entry has the page at `position`; absent for results of crawls. */
  readonly tag?: string;
  /** Epoch time, null if the page states no date. */
  readonly writtenAt: number | null;
}

/** Age of a page: the creation time of its crawl and its position in it. */
export interface PageAge {
  readonly createdAt: number;
  readonly position: number;
}

type Entry = IndexedPage & { readonly key: string };

/** Memory of a page without its words: the entry, its key and its slots in two maps. */
const ENTRY_BYTES = 400;
/** Share of the pages dropped at once: each removal needs a pass over the index. */
const LEAVING_SHARE = 0.25;

/** A word index of pages with one entry per URL: the newest copy wins. */
export class PageIndex {
  private readonly words = new Bm25Index();
  private readonly entries = new Map<number, Entry>();
  private readonly ids = new Map<string, number>();

  get size(): number {
    return this.entries.size;
  }

  /** Memory in bytes. */
  get bytes(): number {
    return this.words.bytes + ENTRY_BYTES * this.entries.size;
  }

  add(page: SearchablePage, place: Omit<IndexedPage, 'writtenAt'>): void {
    if (page.statusCode >= 400 || isWithoutText(page)) return;
    const key = keyOf(page.url);
    const known = this.ids.get(key);
    if (known !== undefined) {
      if (byAge(this.entries.get(known)!, place) > 0) return;
      this.remove(known);
    }
    const id = this.words.add(wordsOf(page));
    this.entries.set(id, { ...place, key, writtenAt: writtenAt(page) });
    this.ids.set(key, id);
  }

  /** The locations of all pages. */
  *places(): Generator<IndexedPage> {
    yield* this.entries.values();
  }

  /** Drops the pages for which `isKept` returns false. */
  async keep(isKept: (page: IndexedPage) => boolean): Promise<void> {
    for (const [id, entry] of this.entries) if (!isKept(entry)) this.remove(id);
    await this.words.tidy();
  }

  /** Drops the oldest pages until the index uses at most `maxBytes`. @returns the newest dropped page, or null */
  async shrink(maxBytes: number): Promise<PageAge | null> {
    let newest: PageAge | null = null;
    while (this.bytes > maxBytes && this.size > 0) {
      const oldestFirst = [...this.entries].sort(([, a], [, b]) => byAge(a, b));
      const leaving = oldestFirst.slice(0, Math.ceil(LEAVING_SHARE * oldestFirst.length));
      for (const [id] of leaving) this.remove(id);
      newest = leaving.at(-1)![1];
      await this.words.tidy();
    }
    return newest;
  }

  /** Pages that contain words of the query, sorted by relevance. @throws the reason of the signal */
  async search(
    query: string,
    isWanted: (page: IndexedPage) => boolean,
    signal: AbortSignal,
  ): Promise<IndexedPage[]> {
    const ranked = await this.words.searchInSlices(query, signal);
    return ranked.flatMap(({ id }) => this.entries.get(id) ?? []).filter(isWanted);
  }

  private remove(id: number): void {
    this.words.remove(id);
    this.ids.delete(this.entries.get(id)!.key);
    this.entries.delete(id);
  }
}

/** Compares by age, oldest first. */
export const byAge = (a: PageAge, b: PageAge): number => a.createdAt - b.createdAt || a.position - b.position;

/** URLs are hashed to save memory. */
const keyOf = (url: string): string =>
  createHash('sha256').update(samePageKey(url)).digest('base64url').slice(0, 22);
