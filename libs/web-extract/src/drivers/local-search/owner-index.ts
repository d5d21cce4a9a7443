import type { CrawlNote } from '../../model/crawl/crawl.js';
import type { ChangeLog } from '../../ports/stores/change-log.port.js';
import type { CrawlStore } from '../../ports/stores/crawl-store.port.js';
import { byAge, PageIndex, type IndexedPage, type PageAge } from './page-index.js';
import type { SearchablePage } from './page-words.js';
import { CorpusPages } from './corpus-pages.js';
import type { TurnLine } from './turn-line.js';
import { wantedPages, type WantedPages } from './wanted-pages.js';

/** Limits of one read from the store. */
const BATCH = { maxPages: 20, maxBytes: 1024 * 1024 };
/** Dropped pages are read again when less than this share of the memory is in use because pages have expired. */
const ROOMY_SHARE = 0.5;

export interface OwnerIndexOptions {
  /** Maximum number of pages read, the newest first. */
  readonly maxPages: number;
  /** Maximum memory of the index; the oldest pages are dropped first. */
  readonly maxBytes: number;
  /** Shared by all indexes: each page is indexed in its own turn of the event loop. */
  readonly turns: TurnLine;
  /** Corpora of the owner; null if there is no history. */
  readonly log: ChangeLog | null;
  /** Called when pages have been added. */
  readonly onGrowth: () => void;
}

/** Range of indexed positions of a crawl, the end excluded. */
interface Read {
  from: number;
  to: number;
}

type Place = Omit<IndexedPage, 'writtenAt'>;

/** The index of one owner's pages, updated on each search. The newest pages are read first. */
export class OwnerIndex {
  private refreshing: Promise<void> | null = null;
  private readonly read = new Map<string, Read>();
  private readonly closing = new AbortController();
  /** The newest page dropped to save memory. */
  private floor: PageAge | null = null;

  /** By job: false for jobs with `zeroDataRetention`. */
  private readonly isSearchable = new Map<string, boolean>();

  readonly pages = new PageIndex();
  /** The pages of the owner's corpora; null if there is no history. */
  readonly corpora: CorpusPages | null;
  private isCut = false;

  constructor(
    private readonly store: CrawlStore,
    private readonly owner: string,
    private readonly options: OwnerIndexOptions,
  ) {
    this.corpora = options.log && new CorpusPages(options.log, owner);
  }

  /** True if older pages were dropped to save memory. */
  get isFull(): boolean {
    return this.floor !== null || this.isCut;
  }

  /** Adds newly crawled pages and drops expired ones. Concurrent calls share one update. */
  refresh(): Promise<void> {
    this.refreshing ??= this.update().finally(() => (this.refreshing = null));
    return this.refreshing;
  }

  /** Stops a running update. */
  close(): void {
    this.closing.abort();
  }

  private async update(): Promise<void> {
    const wanted = wantedPages(await this.searchable(), this.options.maxPages);
    await this.corpora?.refresh();
    await this.forgetExpired(wanted);
    for (const range of wanted) {
      await this.readNewer(range);
      await this.readOlder(range);
    }
    if (this.corpora) await this.readCorpora(this.corpora);
  }

  /** Adds the pages of corpora that no job of the store has in this version. */
  private async readCorpora(corpora: CorpusPages): Promise<void> {
    this.isCut &&= corpora.unread.length === 0;
    for (const tag of corpora.unread) {
      const indexed = new Set<number>();
      for (const place of this.pages.places()) if (place.tag === tag) indexed.add(place.position);
      for await (const { page, place } of corpora.missing(tag, (position) => indexed.has(position))) {
        this.isCut ||= this.pages.size >= this.options.maxPages;
        if (this.isCut) return;
        if (!(await this.addFromCorpus(page, place))) return;
      }
      corpora.markRead(tag);
    }
  }

  /** @returns false if the index is closed */
  private async addFromCorpus(page: SearchablePage, place: Place): Promise<boolean> {
    if (this.floor !== null && byAge(place, this.floor) <= 0) return true;
    await this.options.turns.next();
    if (this.closing.signal.aborted) return false;
    this.pages.add(page, place);
    await this.makeRoom();
    this.options.onGrowth();
    return true;
  }

  /** The owner's searchable jobs: those without `zeroDataRetention`. */
  private async searchable(): Promise<CrawlNote[]> {
    const notes = await this.store.ofOwner(this.owner);
    const ids = new Set(notes.map(({ id }) => id));
    for (const id of this.isSearchable.keys()) if (!ids.has(id)) this.isSearchable.delete(id);
    for (const { id, pages } of notes) {
      if (pages === 0 || this.isSearchable.has(id)) continue;
      const job = await this.store.find(id);
      if (job)
        this.isSearchable.set(
          id,
          job.request.zeroDataRetention !== true && job.request.page?.session === undefined,
        );
    }
    return notes.filter(({ id }) => this.isSearchable.get(id) === true);
  }

  private async forgetExpired(wanted: readonly WantedPages[]): Promise<void> {
    const ranges = new Map(wanted.map((range) => [range.crawlId, range]));
    for (const [id, read] of this.read) {
      const range = ranges.get(id);
      if (range) read.from = Math.max(read.from, this.firstOf(range));
      if (!range || read.from >= read.to) this.read.delete(id);
    }
    const { size } = this.pages;
    await this.pages.keep(({ crawlId, position, tag }) =>
      tag === undefined
        ? position >= (ranges.get(crawlId)?.from ?? Infinity)
        : this.corpora?.has({ tag, position }) === true,
    );
    if (this.pages.size < size) this.corpora?.markUnread();
    if (this.pages.size < size && this.pages.bytes < ROOMY_SHARE * this.options.maxBytes) this.floor = null;
  }

  private async readNewer(range: WantedPages): Promise<void> {
    const read = this.read.get(range.crawlId);
    while (read && read.to < range.to) {
      const to = Math.min(range.to, read.to + BATCH.maxPages);
      if (!(await this.readIn(range, read.to, to))) return;
      read.to = to;
    }
  }

  private async readOlder(range: WantedPages): Promise<void> {
    let read = this.read.get(range.crawlId);
    for (;;) {
      const to = read?.from ?? range.to;
      const from = Math.max(this.firstOf(range), to - BATCH.maxPages);
      if (from >= to || !(await this.readIn(range, from, to))) return;
      if (read) read.from = from;
      else this.read.set(range.crawlId, (read = { from, to }));
    }
  }

  /** The first position after the dropped pages. */
  private firstOf({ createdAt, from, to }: WantedPages): number {
    if (this.floor === null || createdAt > this.floor.createdAt) return from;
    return createdAt < this.floor.createdAt ? to : Math.max(from, this.floor.position + 1);
  }

  /** @returns false if pages were not read because they have expired or the index is closed */
  private async readIn({ crawlId, createdAt }: WantedPages, from: number, to: number): Promise<boolean> {
    for (let position = from; position < to;) {
      const range = { from: position, maxPages: to - position, maxBytes: BATCH.maxBytes };
      const { pages } = await this.store.results.pages(crawlId, range);
      if (pages.length === 0) return false;
      for (const page of pages) {
        await this.options.turns.next();
        if (this.closing.signal.aborted) return false;
        this.pages.add(page, { crawlId, createdAt, position: position++ });
        await this.makeRoom();
      }
      this.options.onGrowth();
    }
    return true;
  }

  private async makeRoom(): Promise<void> {
    const left = await this.pages.shrink(this.options.maxBytes);
    if (left && (this.floor === null || byAge(left, this.floor) > 0)) this.floor = left;
  }
}
