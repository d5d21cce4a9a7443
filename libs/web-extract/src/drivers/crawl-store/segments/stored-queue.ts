import { Logger } from '@nestjs/common';
import { newQueueObject, prefixOf } from '../../../model/crawl/segment-name.js';
import { ArchiveUnavailableError } from '../../../model/errors.js';
import { backoffMs } from '../../../model/retry/backoff.js';
import { BACKOFFS } from '../../../model/retry/policies.js';
import type { ResultArchive } from '../../../ports/stores/result-archive.port.js';
import { newToken } from '../lease-token.js';
import { closeFrame, openFrame } from './frame.js';
import { packRows, unpackRows } from './segment.js';

/** Waiting URLs of an object; Redis has up to one block more. */
export const OBJECT_URLS = 4_096;
/** Lease of a worker that moves or reads URLs. One that dies delays the crawl by this time. */
const LEASE_MS = 20_000;
/** Deadline of a read; it is repeated with growing pauses. */
const READ_MS = 5_000;
/** A crawl without a read for this time after its pause has ended. */
const FORGOTTEN_MS = 60_000;

/** Consecutive URLs of a list. */
export interface QueueRange {
  readonly list: string;
  /** Sequence of the first URL. */
  readonly first: string;
  readonly count: number;
  /** The URLs as the driver writes them. */
  readonly rows: readonly string[];
}

/** A list whose next URLs are in an object. */
export interface DueList {
  readonly list: string;
  /** Null: slots are to be passed on first. */
  readonly pointer: string | null;
}

interface FailedReads {
  readonly failures: number;
  /** No read is attempted before this time. */
  readonly pausedUntil: number;
}

/**
 * Waiting URLs of long queues, in objects of the archive. Drivers read and replace the rows.
 *
 * A crawl is marked before an object is written, so that its objects are removed when it expires; those that were read back are removed earlier.
 * Each step of a store is atomic and checks a lease and its place in the list: a worker that is killed or late changes nothing.
 */
export abstract class StoredQueue {
  private readonly logger = new Logger('WebExtract');
  private hasWarnedOfNoArchive = false;
  private archive: ResultArchive | null = null;
  private readonly loading = new Set<string>();
  /** Crawls whose last read failed: an object of one crawl may be missing, while those of others can be read. */
  private readonly failing = new Map<string, FailedReads>();
  /** The log has a warning, and no object was read since: another one would report the same outage. */
  private hasWarned = false;

  /** @param news notified when URLs were read back */
  constructor(private readonly news: { progress(crawlId: string): void }) {}

  use(archive: ResultArchive): void {
    this.archive = archive;
  }

  /**
   * Moves the first URLs after the head of a long list.
   * @returns false if no list is long enough, or another worker moves them
   * @throws ArchiveUnavailableError, UnavailableError; the URLs stay in the store
   */
  async move(crawlId: string): Promise<boolean> {
    const token = newToken();
    try {
      const range = await this.leaseRange(crawlId, token, LEASE_MS);
      return range !== null && (await this.moveRange(crawlId, range, token));
    } finally {
      await this.endMove(crawlId, token).catch(() => {}); // the lease expires
    }
  }

  /** Reads the next URLs of lists that need them. Failures are logged and repeated by later calls. */
  async load(crawlId: string): Promise<void> {
    if (!this.archive) return this.warnOfNoArchive(crawlId);
    if (this.loading.has(crawlId) || this.isPaused(crawlId)) return;
    this.loading.add(crawlId);
    const token = newToken();
    try {
      const lists = await this.leaseLists(crawlId, token, LEASE_MS);
      if (lists.length > 0) await this.loadLists(crawlId, lists, token);
    } catch (error) {
      this.failed(crawlId, error);
    } finally {
      this.loading.delete(crawlId);
    }
  }

  /** Removes objects whose URLs are not waiting any more. @throws ArchiveUnavailableError, UnavailableError */
  async removeUnused(crawlId: string): Promise<void> {
    const objects = await this.unused(crawlId);
    if (objects.length === 0 || !this.archive) return;
    await this.archive.remove(objects.map((object) => prefixOf(crawlId) + object));
    await this.forget(crawlId, objects);
  }

  private async moveRange(crawlId: string, range: QueueRange, token: string): Promise<boolean> {
    if (range.rows.length === 0 || !this.archive) return false;
    const object = newQueueObject(range.first);
    const bytes = Buffer.concat(closeFrame(await packRows(range.rows)));
    const name = prefixOf(crawlId) + object;
    await this.archive.put(name, bytes);
    const pointer = `${range.first} ${range.count} ${object} ${bytes.length}`;
    const isMoved = await this.replace(crawlId, token, range, pointer);
    if (!isMoved) await this.archive.remove([name]); // no pointer to it can exist
    return isMoved;
  }

  private async loadLists(crawlId: string, lists: readonly DueList[], token: string): Promise<void> {
    const results = await Promise.allSettled(lists.map((due) => this.loadList(crawlId, due, token)));
    await this.endLoad(crawlId, token).catch(() => {}); // the lease expires
    if (results.some(({ status }) => status === 'fulfilled')) this.news.progress(crawlId);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    if (results.some((result) => result.status === 'fulfilled' && result.value)) this.recovered(crawlId);
  }

  /** @returns true if an object was read */
  private async loadList(crawlId: string, due: DueList, token: string): Promise<boolean> {
    const rows = due.pointer === null ? [] : await this.readNext(crawlId, due.list, due.pointer);
    if (rows !== null) await this.restore(crawlId, token, due, rows);
    return due.pointer !== null && rows !== null;
  }

  /** @returns null if the object is missing because another worker has read it, or because the crawl is over */
  private async readNext(crawlId: string, list: string, pointer: string): Promise<string[] | null> {
    try {
      return await this.read(crawlId, pointer);
    } catch (error) {
      const isNeeded = await this.isNext(crawlId, list, pointer).catch(() => true); // the first error is reported
      if (isNeeded) throw error;
      return null;
    }
  }

  private async read(crawlId: string, pointer: string): Promise<string[]> {
    const name = prefixOf(crawlId) + objectOf(pointer);
    const length = Number(pointer.split(' ')[3]);
    const frame = openFrame(await this.archive!.read(name, 0, length, AbortSignal.timeout(READ_MS)));
    if (frame === null) throw new ArchiveUnavailableError('an object with waiting URLs is damaged');
    return unpackRows(frame);
  }

  private warnOfNoArchive(crawlId: string): void {
    if (this.hasWarnedOfNoArchive) return;
    this.hasWarnedOfNoArchive = true;
    this.logger.warn(
      `URLs of crawl ${crawlId} are in the archive, and this process cannot read them: set \`archive\` in all workers`,
    );
  }

  private isPaused(crawlId: string): boolean {
    return Date.now() < (this.failing.get(crawlId)?.pausedUntil ?? 0);
  }

  /** Other crawls that fail have lost an object: a later outage is reported though they still fail. */
  private recovered(crawlId: string): void {
    this.forgetEnded();
    this.hasWarned = false;
    if (this.failing.delete(crawlId) && this.failing.size === 0)
      this.logger.log('Waiting URLs can be read from the archive again');
  }

  private failed(crawlId: string, error: unknown): void {
    this.forgetEnded();
    const reason = error instanceof Error ? error.message : String(error);
    const failures = (this.failing.get(crawlId)?.failures ?? 0) + 1;
    if (failures === 1 && !this.hasWarned) {
      this.hasWarned = true;
      this.logger.warn(`${reason}; waiting URLs cannot be read from the archive (first crawl: ${crawlId})`);
    }
    const pausedUntil = Date.now() + backoffMs(BACKOFFS.archiveRead, failures);
    this.failing.set(crawlId, { failures, pausedUntil });
  }

  private forgetEnded(): void {
    const now = Date.now();
    for (const [id, { pausedUntil }] of this.failing)
      if (pausedUntil + FORGOTTEN_MS < now) this.failing.delete(id);
    if (this.failing.size === 0) this.hasWarned = false;
  }

  /** Leases the right to move URLs of a crawl, if some list is long enough, marks the crawl, and reads the URLs to move. */
  protected abstract leaseRange(crawlId: string, token: string, leaseMs: number): Promise<QueueRange | null>;

  /** Replaces the URLs by a pointer, if the lease is held and none of them was needed meanwhile. Calls can be repeated. */
  protected abstract replace(
    crawlId: string,
    token: string,
    range: QueueRange,
    pointer: string,
  ): Promise<boolean>;

  /** Ends the lease of `leaseRange` before its time, if the token has it. */
  protected abstract endMove(crawlId: string, token: string): Promise<void>;

  /** Lists that need their next URLs, leased where several readers would disturb each other. */
  protected abstract leaseLists(crawlId: string, token: string, leaseMs: number): Promise<readonly DueList[]>;

  /** True if the crawl is running and the list still has this pointer for its next URLs. */
  protected abstract isNext(crawlId: string, list: string, pointer: string): Promise<boolean>;

  /** Replaces a pointer by its URLs, once, and passes slots on that wait for them. */
  protected abstract restore(
    crawlId: string,
    token: string,
    due: DueList,
    rows: readonly string[],
  ): Promise<void>;

  protected abstract endLoad(crawlId: string, token: string): Promise<void>;

  /** Some of the objects whose URLs are not waiting any more. */
  protected abstract unused(crawlId: string): Promise<readonly string[]>;

  protected abstract forget(crawlId: string, objects: readonly string[]): Promise<void>;
}

/** The name of the object of a pointer, below the prefix of its crawl. */
export const objectOf = (pointer: string): string => pointer.split(' ')[2]!;
