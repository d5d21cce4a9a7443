import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CrawlNote } from '../../model/crawl.js';
import type { CrawlStore } from '../../ports/crawl-store.port.js';
import { PageIndex } from './page-index.js';
import { wantedPages, type WantedPages } from './wanted-pages.js';

/** Pages read from the store at once. */
const BATCH = { maxPages: 20, maxBytes: 4 * 1024 * 1024 };

/** The index over the pages of one owner, brought up to date when it is asked. */
export class OwnerIndex {
  private refreshing: Promise<void> | null = null;
  /** Position up to which the pages of a crawl are in the index. */
  private readonly readTo = new Map<string, number>();

  private readonly isSearchable = new Map<string, boolean>();

  readonly pages = new PageIndex();

  constructor(
    private readonly store: CrawlStore,
    private readonly owner: string,
    private readonly maxPages: number,
  ) {}

  /** Takes in what was crawled since, drops what has expired. One at a time: who comes meanwhile waits for the same one. */
  refresh(signal: AbortSignal): Promise<void> {
    this.refreshing ??= this.update(signal).finally(() => (this.refreshing = null));
    return this.refreshing;
  }

  private async update(signal: AbortSignal): Promise<void> {
    const wanted = wantedPages(await this.searchable(), this.maxPages);
    const ranges = new Map(wanted.map((range) => [range.crawlId, range]));
    for (const id of this.readTo.keys()) if (!ranges.has(id)) this.readTo.delete(id);
    await this.pages.keep(({ crawlId, position }) => position >= (ranges.get(crawlId)?.from ?? Infinity));
    for (const range of wanted) await this.readIn(range, signal);
  }

  /** The owner's jobs whose pages may be searched: those with `zeroDataRetention` may not. */
  private async searchable(): Promise<CrawlNote[]> {
    const notes = await this.store.ofOwner(this.owner);
    const ids = new Set(notes.map(({ id }) => id));
    for (const id of this.isSearchable.keys()) if (!ids.has(id)) this.isSearchable.delete(id);
    for (const { id, pages } of notes) {
      if (pages === 0 || this.isSearchable.has(id)) continue;
      const job = await this.store.find(id);
      if (job) this.isSearchable.set(id, job.request.zeroDataRetention !== true);
    }
    return notes.filter(({ id }) => this.isSearchable.get(id) === true);
  }

  private async readIn({ crawlId, createdAt, from, to }: WantedPages, signal: AbortSignal): Promise<void> {
    let position = Math.max(from, this.readTo.get(crawlId) ?? 0);
    while (position < to && !signal.aborted) {
      const maxPages = Math.min(BATCH.maxPages, to - position);
      const { pages } = await this.store.results.pages(crawlId, { ...BATCH, from: position, maxPages });
      if (pages.length === 0) return; // expired in between
      for (const page of pages) {
        this.pages.add(page, { crawlId, createdAt, position: position++ });
        await nextTurn(); // a long page takes some milliseconds
      }
      this.readTo.set(crawlId, position);
    }
  }
}
