import { setImmediate as nextTurn } from 'node:timers/promises';
import { Bm25Index } from '../../convert/words/bm25-index.js';
import type { CorpusChunk, FeedName, StoredEntry } from '../../model/change-log.js';
import type { ChangeLog } from '../../ports/stores/change-log.port.js';

/** Memory of a chunk without its words: its location and slots in maps. */
const CHUNK_BYTES = 200;

/** Location of a chunk: its entry, and its position on the page. */
export interface ChunkPlace {
  readonly seq: number;
  readonly position: number;
}

interface IndexedEntry {
  readonly seq: number;
  readonly ids: readonly number[];
}

/** A word index of the chunks of a corpus, updated from its change feed. Texts stay in the store. */
export class CorpusIndex {
  private readonly words = new Bm25Index();
  private readonly places = new Map<number, ChunkPlace>();
  private readonly pages = new Map<string, IndexedEntry>();
  private version: string | null = null;
  private refreshing: Promise<void> | null = null;
  private isClosed = false;
  /** True if the index was full: further pages are not searched. */
  isFull = false;

  constructor(
    private readonly log: ChangeLog,
    private readonly feed: FeedName,
    private readonly maxBytes: number,
  ) {}

  get bytes(): number {
    return this.words.bytes + CHUNK_BYTES * this.places.size;
  }

  /** Adds new and changed pages, and drops removed ones. Concurrent calls share one update. @returns false if there is no such corpus */
  async refresh(): Promise<boolean> {
    const state = await this.log.state(this.feed);
    if (!state) return false;
    const version = `${state.epoch} ${state.head}`;
    if (version === this.version) return true;
    this.refreshing ??= this.update(version).finally(() => (this.refreshing = null));
    await this.refreshing;
    return true;
  }

  /** Stops a running update. */
  close(): void {
    this.isClosed = true;
  }

  /** Chunks that contain words of the query, the most relevant first. @throws the reason of the signal */
  async search(
    query: string,
    signal: AbortSignal,
  ): Promise<readonly (ChunkPlace & { readonly score: number })[]> {
    const ranked = await this.words.searchInSlices(query, signal);
    return ranked.flatMap(({ id, score }) => {
      const place = this.places.get(id);
      return place ? [{ ...place, score }] : [];
    });
  }

  private async update(version: string): Promise<void> {
    const seen = new Set<string>();
    this.isFull = false;
    for await (const part of this.log.pages(this.feed))
      for (const { page, seq } of part) {
        if (this.isClosed) return;
        seen.add(page);
        if (this.pages.get(page)?.seq !== seq) await this.index(page, seq);
      }
    for (const page of this.pages.keys()) if (!seen.has(page)) this.drop(page);
    await this.words.tidy();
    if (!this.isFull) this.version = version;
  }

  private async index(page: string, seq: number): Promise<void> {
    this.drop(page);
    this.isFull ||= this.bytes > this.maxBytes;
    if (this.isFull) return;
    const entry = await this.log.entry(this.feed, seq);
    if (!entry?.content) return; // it has changed meanwhile: the next update has it
    await nextTurn();
    this.pages.set(page, { seq, ids: this.add(entry) });
  }

  private add({ seq, content }: StoredEntry): number[] {
    const { chunks, metadata } = content!;
    return chunks.map((chunk, position) => {
      const id = this.words.add(wordsOf(chunk, metadata.title));
      this.places.set(id, { seq, position });
      return id;
    });
  }

  private drop(page: string): void {
    for (const id of this.pages.get(page)?.ids ?? []) {
      this.words.remove(id);
      this.places.delete(id);
    }
    this.pages.delete(page);
  }
}

const wordsOf = ({ text, headingPath }: CorpusChunk, title: string | null) => ({
  head: [
    { text: headingPath.join('\n'), weight: 3 },
    { text: title ?? '', weight: 1 },
  ],
  body: text,
});
