import { historyUrl } from '../../web/url/history-url.js';
import { urlKey } from '../../web/scope/url-key.js';
import type { FeedPage, FeedState, FeedWrite } from '../../model/change-log.js';
import type { Chunk } from '../../model/page/chunk.js';
import type { ChunkSource } from '../../model/page/chunk-source.js';
import type { Page } from '../../model/page/page.js';
import type { PageRequest } from '../../model/page/page-request.js';
import type { HistoryKey } from '../../model/snapshot.js';
import type { ChangeLog } from '../../ports/stores/change-log.port.js';
import type { ExtractionCompute, ExtractionTaskContext } from '../../ports/extraction-compute.port.js';
import type { HistoryEntry } from '../../ports/stores/page-history.port.js';
import { ExtractionFailedError, WebExtractError } from '../../model/errors.js';
import { contentOf } from './page-content.js';

/** How a page was seen. */
export interface SeenPage {
  readonly page: Page;
  readonly fingerprint: string;
  /** The previous visit of the URL; null if there was none. */
  readonly previous: PreviousVisit | null;
  /** Noise is no change. */
  readonly ignoresNoise: boolean;
  readonly isPermanentRedirect: boolean;
}

/** What the previous visit of a URL read. */
interface PreviousVisit {
  readonly fingerprint: string;
  /** The page is the same as then, apart from noise. */
  readonly isUnchanged: boolean;
  /** Unified diff to its text; null if there is none. */
  readonly diff: string | null;
}

/** Changes of a feed for a page that exists. */
export interface FeedChanges {
  readonly writes: readonly FeedWrite[];
  /** Reasons why changes are missing. */
  readonly warnings: readonly string[];
}

const NOT_SPLIT = 'The page is not in the change feed: its text could not be split into chunks';

/** The part of a visit that concerns the change feed of its tag. */
export class FeedVisit {
  /** Null if the text of the page cannot be split. */
  private chunks: readonly Chunk[] | null | undefined;

  /** @param page newest entry of the page when the visit began */
  constructor(
    private readonly log: ChangeLog,
    private readonly compute: ExtractionCompute,
    private readonly key: HistoryKey,
    private readonly feed: FeedState,
    private readonly jobId: string | null,
    private readonly page: FeedPage | null,
  ) {}

  /** True if the feed lacks the stored page: it has to be read in full. */
  isBehind(entry: HistoryEntry | null): boolean {
    if (!entry || entry.head.goneVisits !== null) return false;
    const { page } = this;
    if (!page?.isLive || page.fingerprint !== entry.head.fingerprint) return true;
    const isMoved = entry.text !== null && !this.isHere(entry.text.page);
    return isMoved || page.shape !== shapeOf(this.feed);
  }

  /** Request for reading the page, which also splits it into chunks. */
  readingRequest(request: PageRequest): PageRequest {
    const { formats = ['markdown'] } = request;
    const { maxChunkTokens } = this.feed;
    if (formats.includes('chunks')) return request;
    return {
      ...request,
      formats: [...formats, 'chunks'],
      ...(maxChunkTokens === null ? {} : { maxChunkTokens }),
    };
  }

  /** Removes the chunks that were not requested, and keeps them for the feed. */
  takeChunks(page: Page, { formats = ['markdown'], maxChunkTokens }: PageRequest): Page {
    const isOwn = formats.includes('chunks');
    const isUsable = !isOwn || (maxChunkTokens ?? null) === this.feed.maxChunkTokens;
    this.chunks = isUsable ? page.chunks : undefined;
    if (isOwn) return page;
    const { chunks: _, ...rest } = page;
    return rest;
  }

  /** Changes of the feed for a page that exists. A page that cannot be split is listed by a later visit. @throws UnavailableError */
  async seen(seen: SeenPage): Promise<FeedChanges> {
    const { key } = this;
    const { page, isPermanentRedirect } = seen;
    const isHere = this.isHere(page);
    const target = isHere ? key : this.keyOf(page);
    const known = await this.log.page(target);
    const shape = shapeOf(this.feed);
    const url = isHere && known?.isLive ? known.url : target.url;
    const isCurrent = known?.isLive === true && known.shape === shape && known.url === url;
    const isListed = isCurrent && (await this.isListed(known, seen));
    const write =
      isListed === false
        ? await this.upsert(target, { ...seen, url, shape }, known)
        : this.keep(target, known!, isListed === true && isHere ? seen.fingerprint : null);
    if (write === null) return { writes: [], warnings: [NOT_SPLIT] };
    const moved = {
      kind: 'moved',
      key,
      to: target,
      isPermanent: isPermanentRedirect,
      jobId: this.jobId,
    } as const;
    return { writes: isHere ? [write] : [write, moved], warnings: [] };
  }

  /** Changes of the feed for a page that does not exist any more. */
  gone(visits: number): FeedWrite[] {
    return [{ kind: 'gone', key: this.key, jobId: this.jobId, visits }];
  }

  /**
   * True if the newest entry of the page has its text, apart from noise. The previous visit of this URL does not answer that alone:
   * visits of other URLs may have listed another text since, or that visit may have listed nothing. Null: a later visit decides.
   */
  private async isListed(
    known: FeedPage,
    { page, fingerprint, previous, ignoresNoise }: SeenPage,
  ): Promise<boolean | null> {
    if (known.fingerprint === fingerprint) return true;
    if (known.seq > this.feed.head && !this.isHere(page)) return null; // the entry may be of a later answer than this one
    if (known.fingerprint === previous?.fingerprint) return previous.isUnchanged;
    return ignoresNoise && (await this.isNoise(known, page));
  }

  /** Compares the page with the text of its newest entry; null if that is not possible now. */
  private async isNoise({ seq }: FeedPage, page: Page): Promise<boolean | null> {
    const { content } = (await this.log.entry(this.key, seq)) ?? {};
    const chunks = content ? await this.chunksOf(page) : null;
    if (!content || !chunks) return false;
    const previous = textOf(content.chunks.map(({ text }) => text));
    const current = textOf(chunks.map(({ markdown }) => markdown));
    if (previous === current) return true;
    const wants = { noise: true, diff: false, patch: false };
    try {
      return (await this.compute.compare({ previous, current, wants }, this.turn)).isNoise === true;
    } catch (error) {
      if (error instanceof ExtractionFailedError) return false; // it would fail again
      if (this.jobId === null && error instanceof WebExtractError) return null;
      throw error; // pages of jobs wait while threads are busy
    }
  }

  /**
   * The page exists.
   * @param fingerprint of a visit of the page itself; null for one by a redirect, whose text may have other noise
   */
  private keep(
    key: HistoryKey,
    { seq, fingerprint: current }: FeedPage,
    fingerprint: string | null,
  ): FeedWrite {
    return { kind: 'keep', key, expectedSeq: seq, fingerprint: fingerprint === current ? null : fingerprint };
  }

  private async upsert(
    key: HistoryKey,
    { page, fingerprint, previous, url, shape }: SeenPage & { readonly url: string; readonly shape: string },
    known: FeedPage | null,
  ): Promise<FeedWrite | null> {
    const before = known?.isLive === true && known.url === url ? await this.log.chunksOf(key, known.seq) : null; // prettier-ignore
    const chunks = await this.chunksOf(page);
    if (chunks === null) return null;
    const diff = before !== null && known?.fingerprint === previous?.fingerprint ? previous?.diff : null;
    return {
      kind: 'upsert',
      key,
      expectedSeq: known?.seq ?? 0,
      url,
      fingerprint,
      shape,
      content: contentOf(page, chunks, before ?? []),
      ...(diff ? { diff } : {}),
      ...(key === this.key ? {} : { redirectedFrom: this.key }),
    };
  }

  /** Returns the chunks of the page, after splitting it if its own have another size, or it has none; null if that fails. */
  private async chunksOf({ url, markdown, metadata }: Page): Promise<readonly Chunk[] | null> {
    const { maxChunkTokens: maxTokens } = this.feed;
    const source = { url, markdown: markdown ?? '', metadata, maxTokens };
    if (this.chunks === undefined) this.chunks = await this.split(source);
    return this.chunks;
  }

  /** @returns null if that fails; pages of jobs wait while threads are busy */
  private async split(source: ChunkSource): Promise<readonly Chunk[] | null> {
    try {
      return await this.compute.split(source, this.turn);
    } catch (error) {
      const isLost = error instanceof ExtractionFailedError || this.jobId === null;
      if (isLost && error instanceof WebExtractError) return null;
      throw error;
    }
  }

  private get turn(): ExtractionTaskContext {
    return { owner: this.key.owner, priority: this.jobId === null ? 'scrape' : 'crawl' };
  }

  /** True if the page is the answer of its URL, and not of a redirect. */
  private isHere({ url }: Pick<Page, 'url'>): boolean {
    return this.keyOf({ url }).url === this.key.url;
  }

  private keyOf({ url: final }: Pick<Page, 'url'>): HistoryKey {
    const fragment = this.key.url.split('#')[1];
    const url = historyUrl(fragment === undefined ? final : `${final.split('#')[0]}#${fragment}`);
    return { ...this.key, url, ...(this.key.alias === undefined ? {} : { alias: urlKey(url) }) };
  }
}

/** The lines of chunks, without the empty ones that only cuts between chunks may have made. */
const textOf = (chunks: readonly string[]): string =>
  chunks.flatMap((chunk) => chunk.split('\n').filter((line) => line.trim() !== '')).join('\n');

/** Identifies the settings of the chunks of a feed. */
const shapeOf = ({ maxChunkTokens }: FeedState): string => `1 ${maxChunkTokens ?? 'default'}`;
