import { samePageKey } from '../../engine/url/same-page.js';
import type { Page } from '../../model/page.js';
import { pageFields } from './page-fields.js';
import { Bm25Index } from '../../engine/words/bm25-index.js';

/** Where a page of the index is kept. */
export interface IndexedPage {
  readonly crawlId: string;
  readonly createdAt: number;
  readonly position: number;
  /** Epoch; null when the page does not say when it was written. */
  readonly writtenAt: number | null;
}

type Entry = IndexedPage & { readonly key: string };

/** An index over the words of pages, each address once: the newest copy counts. */
export class PageIndex {
  private readonly words = new Bm25Index();
  private readonly entries = new Map<number, Entry>();
  private readonly ids = new Map<string, number>();
  private lastId = 0;

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
    this.words.add(id, pageFields(page));
    this.entries.set(id, { ...place, key, writtenAt: writtenAt(page) });
    this.ids.set(key, id);
  }

  /** Forgets every page that `isKept` does not hold for. */
  async keep(isKept: (page: IndexedPage) => boolean): Promise<void> {
    for (const [id, entry] of this.entries) if (!isKept(entry)) this.remove(id);
    await this.words.tidy();
  }

  /** Pages that have words of the search, the most relevant first. */
  search(query: string, isWanted: (page: IndexedPage) => boolean): IndexedPage[] {
    return this.words
      .search(query)
      .map(({ id }) => this.entries.get(id)!)
      .filter(isWanted);
  }

  private remove(id: number): void {
    this.words.remove(id);
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
