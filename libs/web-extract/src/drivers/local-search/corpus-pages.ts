import { NO_METADATA } from '../../model/page/page.js';
import type { FeedName, StoredEntry } from '../../model/change-log.js';
import type { ChangeLog } from '../../ports/stores/change-log.port.js';
import type { IndexedPage } from './page-index.js';
import type { SearchablePage } from './page-words.js';

/** Tags of monitors: their pages are read by jobs. */
const MONITOR_TAGS = 'monitor:';

/** A page of a corpus and its location. */
export interface CorpusPageToIndex {
  readonly page: SearchablePage;
  readonly place: Omit<IndexedPage, 'writtenAt'>;
}

/** The pages of an owner's change feeds: they outlive the crawls that have read them. */
export class CorpusPages {
  /** State of each feed when it was read, by tag. */
  private readonly versions = new Map<string, string>();
  /** Numbers of the newest entries, by tag. */
  private readonly entries = new Map<string, ReadonlySet<number>>();
  private readonly pending = new Set<string>();

  constructor(
    private readonly log: ChangeLog,
    private readonly owner: string,
  ) {}

  /** True if the page is still the newest of its corpus. */
  has({ tag, position }: { readonly tag: string; readonly position: number }): boolean {
    return this.entries.get(tag)?.has(position) ?? false;
  }

  /** Tags of the feeds whose pages may be missing in the index. */
  get unread(): readonly string[] {
    return [...this.pending];
  }

  /** All pages of the feed are in the index. */
  markRead(tag: string): void {
    this.pending.delete(tag);
  }

  /** Pages have left the index: corpora may have them, too. */
  markUnread(): void {
    for (const tag of this.entries.keys()) this.pending.add(tag);
  }

  /** Reads which pages the feeds have now. */
  async refresh(): Promise<void> {
    const tags = (await this.log.tags(this.owner)).filter((tag) => !tag.startsWith(MONITOR_TAGS));
    for (const tag of this.entries.keys()) if (!tags.includes(tag)) this.forget(tag);
    for (const tag of tags) await this.update(tag);
  }

  /** Yields the pages of a feed that the index lacks. */
  async *missing(tag: string, isIndexed: (position: number) => boolean): AsyncGenerator<CorpusPageToIndex> {
    const name = this.nameOf(tag);
    for (const seq of this.entries.get(tag) ?? []) {
      if (isIndexed(seq)) continue;
      const entry = await this.log.entry(name, seq);
      const page = entry && pageOfEntry(entry);
      if (page) yield { page, place: { crawlId: '', tag, createdAt: entry.at, position: seq } };
    }
  }

  /** Null if the page has changed, or was deleted. */
  async page({
    tag,
    position,
  }: {
    readonly tag: string;
    readonly position: number;
  }): Promise<SearchablePage | null> {
    const entry = await this.log.entry(this.nameOf(tag), position);
    return entry && pageOfEntry(entry);
  }

  private async update(tag: string): Promise<void> {
    const name = this.nameOf(tag);
    const state = await this.log.state(name);
    if (!state) return this.forget(tag);
    const version = `${state.epoch} ${state.head}`;
    if (this.versions.get(tag) === version) return;
    const seqs = new Set<number>();
    for await (const part of this.log.pages(name)) for (const { seq } of part) seqs.add(seq);
    this.entries.set(tag, seqs);
    this.versions.set(tag, version);
    this.pending.add(tag);
  }

  private forget(tag: string): void {
    this.entries.delete(tag);
    this.versions.delete(tag);
    this.pending.delete(tag);
  }

  private nameOf(tag: string): FeedName {
    return { owner: this.owner, tag };
  }
}

function pageOfEntry({ url, content }: StoredEntry): SearchablePage | null {
  if (!content) return null;
  const { title, description, modifiedAt, publishedAt, statusCode } = content.metadata;
  const metadata = { ...NO_METADATA, title, description, modifiedAt, publishedAt };
  return { url, statusCode, metadata, markdown: content.chunks.map(({ text }) => text).join('\n\n') };
}
