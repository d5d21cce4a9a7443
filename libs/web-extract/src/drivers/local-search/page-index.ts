import type MiniSearch from 'minisearch';
import { searchTerms, stem, termsOf } from '../../engine/links/search-terms.js';
import { samePageKey } from '../../engine/url/same-page.js';
import type { Page } from '../../model/page.js';
import { FIELD_WEIGHTS, pageFields, type PageFields } from './page-fields.js';

/** Where a page of the index is kept. */
export interface IndexedPage {
  readonly crawlId: string;
  readonly createdAt: number;
  readonly position: number;
  /** Epoch; null when the page does not say when it was written. */
  readonly writtenAt: number | null;
}

type Entry = IndexedPage & { readonly key: string };

/** Beginnings of shorter words are too many to say anything. */
const MIN_PREFIX_CHARS = 4;
const MIN_FUZZY_CHARS = 5;
/** How much of the index may be of pages that are gone. */
const MAX_DIRT = 0.2;

/** An index of words over pages (BM25), each address once: the newest copy counts. */
export class PageIndex {
  private readonly entries = new Map<number, Entry>();
  private readonly ids = new Map<string, number>();
  private lastId = 0;

  private constructor(private readonly words: MiniSearch<PageFields & { readonly id: number }>) {}

  /** MiniSearch is loaded here and not before. */
  static async create(): Promise<PageIndex> {
    const { default: MiniSearch } = await import('minisearch');
    return new PageIndex(
      new MiniSearch({
        fields: Object.keys(FIELD_WEIGHTS),
        tokenize: termsOf,
        processTerm: stem,
        autoVacuum: false, // it would go on after the end
        searchOptions: {
          boost: { ...FIELD_WEIGHTS },
          tokenize: searchTerms,
          weights: { prefix: 0.3, fuzzy: 0.2 },
        },
      }),
    );
  }

  get size(): number {
    return this.entries.size;
  }

  add(page: Page, place: Pick<IndexedPage, 'crawlId' | 'createdAt' | 'position'>): void {
    if (page.statusCode >= 400) return;
    const key = samePageKey(page.url);
    const known = this.ids.get(key);
    if (known !== undefined) {
      if (isNewer(this.entries.get(known)!, place)) return;
      this.remove(known);
    }
    const id = ++this.lastId;
    this.words.add({ id, ...pageFields(page) });
    this.entries.set(id, { ...place, key, writtenAt: writtenAt(page) });
    this.ids.set(key, id);
  }

  /** Forgets every page that `isKept` does not hold for. */
  async keep(isKept: (page: IndexedPage) => boolean): Promise<void> {
    for (const [id, entry] of this.entries) if (!isKept(entry)) this.remove(id);
    if (this.words.dirtFactor > MAX_DIRT) await this.words.vacuum({ batchSize: 1_000, batchWait: 0 });
  }

  /** Pages that have words of the search, the most relevant first. Misspelt words count where there is nothing else. */
  search(query: string, isWanted: (page: IndexedPage) => boolean): IndexedPage[] {
    const filter = ({ id }: { id: number }) => isWanted(this.entries.get(id)!);
    const prefix = (term: string) => term.length >= MIN_PREFIX_CHARS;
    const exact = this.words.search(query, { filter: filter as never, prefix });
    const found =
      exact.length > 0
        ? exact
        : this.words.search(query, {
            filter: filter as never,
            fuzzy: (term) => (term.length >= MIN_FUZZY_CHARS ? 0.2 : false),
          });
    return found.map(({ id }) => this.entries.get(id as number)!);
  }

  private remove(id: number): void {
    this.words.discard(id);
    this.ids.delete(this.entries.get(id)!.key);
    this.entries.delete(id);
  }
}

const isNewer = (a: IndexedPage, b: Pick<IndexedPage, 'createdAt' | 'position'>): boolean =>
  a.createdAt > b.createdAt || (a.createdAt === b.createdAt && a.position > b.position);

function writtenAt({ metadata }: Page): number | null {
  const time = Date.parse(metadata.modifiedAt ?? metadata.publishedAt ?? '');
  return Number.isNaN(time) ? null : time;
}
