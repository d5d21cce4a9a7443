import { randomBytes } from 'node:crypto';
import { ArchiveUnavailableError } from '../../../model/errors.js';
import type { ResultArchive } from '../../../ports/stores/result-archive.port.js';
import {
  ResultSegments,
  type SealBacklog,
  type SealedRange,
} from '../../../ports/stores/result-segments.port.js';
import { packSegment, ROW_KINDS, type SegmentPointers, type UnsealedRows } from './segment.js';
import { SegmentReader } from './segment-reader.js';
import type { StoredQueue } from './stored-queue.js';
import { newSegment, prefixOf } from '../../../model/crawl/segment-name.js';

/** Lease of a sealer. An upload takes less; a worker that dies delays the crawl by this time. */
const LEASE_MS = 20_000;
/** Time between the two empty listings after which an expired crawl is forgotten. */
const QUARANTINE_MS = 3_600_000;
/** Time between two removals from one crawl. */
const AGAIN_MS = 10_000;

/** Result of replacing a range by its pointer. `gone`: the crawl does not exist any more. */
export type Replacement = 'replaced' | 'lost' | 'gone';

/** An expired crawl with objects. */
export interface ExpiredCrawl {
  readonly crawlId: string;
  /** A listing of its objects was empty. */
  readonly wasEmpty: boolean;
}

/** Sealing as all stores do it; drivers read and replace the rows. */
export abstract class StoredSegments extends ResultSegments {
  private archive: ResultArchive | null = null;
  private segmentReader: SegmentReader | null = null;

  /** @param queue of stores that move waiting URLs, too */
  constructor(private readonly queue?: StoredQueue) {
    super();
  }

  override use(archive: ResultArchive): void {
    this.archive = archive;
    this.queue?.use(archive);
    this.segmentReader = new SegmentReader(archive);
  }

  /** @throws ArchiveUnavailableError without an archive: results were sealed by a process that has one */
  get reader(): SegmentReader {
    if (!this.segmentReader) throw new ArchiveUnavailableError('none is configured in this process');
    return this.segmentReader;
  }

  override async seal(backlog: SealBacklog, maxBytes: number): Promise<SealedRange | null> {
    const { crawlId } = backlog;
    const token = randomBytes(12).toString('base64url');
    if (!(await this.lease(backlog, token, LEASE_MS))) return null;
    let isReplaced = false;
    try {
      const sealed = await this.move(crawlId, token, maxBytes);
      isReplaced = sealed !== null;
      return sealed;
    } finally {
      if (!isReplaced) await this.release(crawlId, token).catch(() => {}); // it expires
    }
  }

  override async moveQueue(crawlId: string): Promise<boolean> {
    await this.queue?.removeUnused(crawlId);
    return (await this.queue?.move(crawlId)) ?? false;
  }

  private async move(crawlId: string, token: string, maxBytes: number): Promise<SealedRange | null> {
    const unsealed = await this.unsealed(crawlId, maxBytes);
    const pages = unsealed.pages.length;
    const rows = ROW_KINDS.reduce((count, kind) => count + unsealed.rows[kind].length, 0);
    if (pages + rows === 0) return null;
    const object = newSegment(unsealed.first.pages, unsealed.first.pages + pages);
    const { bytes, pointers } = await packSegment(object, unsealed);
    const name = prefixOf(crawlId) + object;
    await this.open().put(name, bytes);
    const result = await this.replace(crawlId, token, unsealed, pointers);
    // without its crawl no pointer can exist; in other cases an answer of the store may have been lost
    if (result === 'gone') await this.open().remove([name]);
    return result === 'replaced' ? { pages, rows, bytes: bytes.length } : null;
  }

  override async removeExpired(nowMs: number): Promise<number> {
    let removed = 0;
    for (const crawl of await this.expired(nowMs)) {
      const count = await this.removeOf(crawl.crawlId);
      removed += count;
      if (count > 0) await this.postpone(crawl, { untilMs: nowMs + AGAIN_MS, wasEmpty: false });
      else if (crawl.wasEmpty) await this.forget(crawl);
      else await this.postpone(crawl, { untilMs: nowMs + QUARANTINE_MS, wasEmpty: true });
    }
    return removed;
  }

  private async removeOf(crawlId: string): Promise<number> {
    const archive = this.open();
    let removed = 0;
    for (let cursor: string | undefined; ;) {
      const listing = await archive.list(prefixOf(crawlId), cursor);
      if (listing.objects.length > 0) await archive.remove(listing.objects.map(({ name }) => name));
      removed += listing.objects.length;
      if (listing.cursor === null) return removed;
      cursor = listing.cursor;
    }
  }

  private open(): ResultArchive {
    if (!this.archive) throw new ArchiveUnavailableError('none is configured in this process');
    return this.archive;
  }

  /** Leases a crawl, if nothing of it was sealed since `backlog` was read. */
  protected abstract lease(backlog: SealBacklog, token: string, leaseMs: number): Promise<boolean>;

  /** Ends a lease before its time. */
  protected abstract release(crawlId: string, token: string): Promise<void>;

  /** Reads the first range of the rows in the store. */
  protected abstract unsealed(crawlId: string, maxBytes: number): Promise<UnsealedRows>;

  /** Replaces the rows by pointers and ends the lease, if it is still owned. Calls can be repeated. */
  protected abstract replace(
    crawlId: string,
    token: string,
    unsealed: UnsealedRows,
    pointers: SegmentPointers,
  ): Promise<Replacement>;

  /** Expired crawls whose objects are to be listed now. */
  protected abstract expired(nowMs: number): Promise<ExpiredCrawl[]>;

  protected abstract postpone(
    crawl: ExpiredCrawl,
    next: { readonly untilMs: number; readonly wasEmpty: boolean },
  ): Promise<void>;

  protected abstract forget(crawl: ExpiredCrawl): Promise<void>;
}
