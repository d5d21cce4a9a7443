import { historyUrl } from '../../web/url/history-url.js';
import { urlKey } from '../../web/scope/url-key.js';
import type { FeedPage, FeedState, FeedWrite } from '../../model/change-log.js';
import type { Chunk } from '../../model/page/chunk.js';
import type { Page } from '../../model/page/page.js';
import type { PageRequest } from '../../model/page/page-request.js';
import type { HistoryKey } from '../../model/snapshot.js';
import type { ChangeLog } from '../../ports/stores/change-log.port.js';
import type { ExtractionCompute } from '../../ports/extraction-compute.port.js';
import type { HistoryEntry } from '../../ports/stores/page-history.port.js';
import { ExtractionFailedError, WebExtractError } from '../../model/errors.js';
import { contentOf } from './page-content.js';

/** How a page was seen. */
export interface SeenPage {
  readonly page: Page;
  readonly fingerprint: string;
  /** Fingerprint of the previous visit if the page is the same as then, apart from noise. */
  readonly unchangedSince: string | null;
  /** URL of the page at the previous visit; null if that is not known. */
  readonly previousUrl: string | null;
  /** Unified diff to the text of a fingerprint; null if there is none. */
  readonly diff: { readonly since: string; readonly text: string } | null;
  readonly isPermanentRedirect: boolean;
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
  private chunks: readonly Chunk[] | undefined;

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
  async seen({ page, fingerprint, diff, isPermanentRedirect, ...before }: SeenPage): Promise<FeedChanges> {
    const { key } = this;
    const isHere = this.isHere(page);
    const target = isHere ? key : this.keyOf(page);
    const known = await this.log.page(target);
    const shape = shapeOf(this.feed);
    const url = isHere && known?.isLive ? known.url : target.url;
    const isCurrent = known?.isLive === true && known.shape === shape && known.url === url;
    // The target of a redirect may also be visited by itself, and its text may differ by the way to it: only changes count.
    const isUnchanged = isHere
      ? known?.fingerprint === before.unchangedSince
      : before.unchangedSince !== null && before.previousUrl === page.url;
    const isListed = isCurrent && (known.fingerprint === fingerprint || isUnchanged);
    const write: FeedWrite | null = isListed
      ? { kind: 'keep', key: target, fingerprint: (!isHere && known.fingerprint) || fingerprint }
      : await this.upsert(target, { page, fingerprint, url, shape, diff }, known);
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

  private async upsert(
    key: HistoryKey,
    { page, diff, ...facts }: Pick<SeenPage, 'page' | 'fingerprint' | 'diff'> & { readonly url: string; readonly shape: string }, // prettier-ignore
    known: FeedPage | null,
  ): Promise<FeedWrite | null> {
    const before = known?.isLive === true && known.url === facts.url ? await this.log.chunksOf(key, known.seq) : null; // prettier-ignore
    const chunks = this.chunks ?? (await this.split(page));
    if (chunks === null) return null;
    return {
      kind: 'upsert',
      key,
      expectedSeq: known?.seq ?? 0,
      ...facts,
      content: contentOf(page, chunks, before ?? []),
      ...(diff && before !== null && known?.fingerprint === diff.since ? { diff: diff.text } : {}),
      ...(key === this.key ? {} : { redirectedFrom: this.key }),
    };
  }

  /** Splits a page whose chunks have another size, or none. @returns null if that fails; pages of jobs wait while it is not possible */
  private async split({ url, markdown, metadata }: Page): Promise<readonly Chunk[] | null> {
    const { maxChunkTokens: maxTokens } = this.feed;
    const turn = { owner: this.key.owner, priority: this.jobId === null ? 'scrape' : 'crawl' } as const;
    try {
      return await this.compute.split({ url, markdown: markdown ?? '', metadata, maxTokens }, turn);
    } catch (error) {
      const isLost = error instanceof ExtractionFailedError || this.jobId === null;
      if (isLost && error instanceof WebExtractError) return null;
      throw error;
    }
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

/** Identifies the settings of the chunks of a feed. */
const shapeOf = ({ maxChunkTokens }: FeedState): string => `1 ${maxChunkTokens ?? 'default'}`;
