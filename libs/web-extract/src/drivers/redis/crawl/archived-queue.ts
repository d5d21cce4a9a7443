import { Logger } from '@nestjs/common';
import { newQueueObject, prefixOf } from '../../../model/crawl/segment-name.js';
import { ArchiveUnavailableError } from '../../../model/errors.js';
import { backoffMs } from '../../../model/retry/backoff.js';
import { BACKOFFS } from '../../../model/retry/policies.js';
import type { ResultArchive } from '../../../ports/stores/result-archive.port.js';
import { closeFrame, openFrame } from '../../crawl-store/segments/frame.js';
import { packRows, unpackRows } from '../../crawl-store/segments/segment.js';
import type { RedisScripts } from '../redis-scripts.js';
import type { CrawlNews } from './crawl-news.js';
import { newToken } from '../../crawl-store/lease-token.js';

/** Waiting URLs of an object, up to one block more. */
const OBJECT_ROWS = 4_096;
/** Blocks sent by one command. */
const BLOCKS_A_STEP = 64;
/** Lease of a worker that moves or reads URLs. One that dies delays the crawl by this time. */
const LEASE_MS = 20_000;
/** Deadline of a read; it is repeated with growing pauses. */
const READ_MS = 5_000;
/** A crawl that did not read again so long after its pause has ended. */
const FORGOTTEN_MS = 60_000;
/** Objects removed at once. */
const OBJECTS_A_STEP = 100;

/**
 * Waiting URLs of long queues, in objects of the archive. `include/long-lists.lua` describes their lists.
 *
 * A crawl is marked before an object is written, so that its objects are removed when it expires; those that were read back are removed earlier.
 * Each step of Redis is one script that checks a lease and its place in the list: a worker that is killed or late changes nothing.
 */
export class ArchivedQueue {
  private readonly logger = new Logger('WebExtract');
  private archive: ResultArchive | null = null;
  private readonly loading = new Set<string>();
  /** Crawls whose last read failed: an object of one crawl may be missing, while those of others can be read. */
  private readonly failing = new Map<string, FailedReads>();

  constructor(
    private readonly scripts: RedisScripts,
    private readonly news: CrawlNews,
  ) {}

  use(archive: ResultArchive): void {
    this.archive = archive;
  }

  /**
   * Moves the first URLs after the head of the longest list.
   * @returns false if no list is long enough, or another worker moves them
   * @throws ArchiveUnavailableError, UnavailableError; the URLs stay in Redis
   */
  async move(crawlId: string): Promise<boolean> {
    const token = newToken();
    const list = (await this.scripts.runOf(crawlId, 'waiting/move-lease', [token, LEASE_MS])) as
      string | null;
    if (list === null) return false;
    try {
      return await this.moveList(crawlId, list, token);
    } finally {
      await this.endLease(crawlId, 'mover', token);
    }
  }

  /** Reads the next URLs of lists that need them. Failures are logged and repeated by later calls. */
  async load(crawlId: string): Promise<void> {
    if (!this.archive || this.loading.has(crawlId) || this.isPaused(crawlId)) return;
    this.loading.add(crawlId);
    const token = newToken();
    try {
      const lists = (await this.scripts.runOf(crawlId, 'waiting/load-lease', [token, LEASE_MS])) as string[];
      if (lists.length > 0) await this.loadLists(crawlId, lists, token);
    } catch (error) {
      this.failed(crawlId, error);
    } finally {
      this.loading.delete(crawlId);
    }
  }

  /** Removes objects whose URLs are not waiting any more. @throws ArchiveUnavailableError, UnavailableError */
  async removeUnused(crawlId: string): Promise<void> {
    const key = `${this.scripts.prefix}{${crawlId}}:unused`;
    const objects = await this.scripts.send((client) => client.srandmember(key, OBJECTS_A_STEP));
    if (objects.length === 0 || !this.archive) return;
    await this.archive.remove(objects.map((object) => prefixOf(crawlId) + object));
    await this.scripts.send((client) => client.srem(key, ...objects));
  }

  private async moveList(crawlId: string, list: string, token: string): Promise<boolean> {
    const { blocks, rows } = await this.blocksOf(crawlId, list);
    if (blocks.length === 0 || !this.archive) return false;
    const first = /^\d+/.exec(blocks[0]!)![0];
    const object = newQueueObject(first);
    const bytes = Buffer.concat(closeFrame(await packRows(blocks)));
    const name = prefixOf(crawlId) + object;
    await this.archive.put(name, bytes);
    const pointer = `${first} ${rows} ${object} ${bytes.length}`;
    const args = [token, list, first, blocks.length, rows, pointer];
    const result = await this.scripts.runOf(crawlId, 'waiting/move', args);
    if (result !== 'moved') await this.archive.remove([name]); // no pointer to it can exist
    return result === 'moved';
  }

  private async blocksOf(crawlId: string, list: string): Promise<{ blocks: string[]; rows: number }> {
    const key = `${this.scripts.prefix}{${crawlId}}:more:${list}`;
    const blocks: string[] = [];
    let rows = 0;
    while (rows < OBJECT_ROWS) {
      const from = blocks.length;
      const step = await this.scripts.send((client) => client.lrange(key, from, from + BLOCKS_A_STEP - 1));
      for (const block of step) {
        if (rows >= OBJECT_ROWS) break;
        blocks.push(block);
        rows += block.split('\n').length - 1;
      }
      if (step.length < BLOCKS_A_STEP) break;
    }
    return { blocks, rows };
  }

  private async loadLists(crawlId: string, lists: readonly string[], token: string): Promise<void> {
    const reads: Promise<void>[] = [];
    for (let at = 0; at < lists.length; at += 2) {
      reads.push(this.loadList(crawlId, lists[at]!, lists[at + 1]!, token));
    }
    const results = await Promise.allSettled(reads);
    await this.endLease(crawlId, 'loader', token);
    if (results.some(({ status }) => status === 'fulfilled')) this.news.progress(crawlId);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    this.recovered(crawlId);
  }

  private async loadList(crawlId: string, list: string, pointer: string, token: string): Promise<void> {
    if (pointer !== '' && !(await this.loadObject(crawlId, list, pointer, token))) return;
    while ((await this.scripts.runOf(crawlId, 'waiting/pass-owed', [list])) === 1);
  }

  /** @returns true if slots are owed to the list */
  private async loadObject(crawlId: string, list: string, pointer: string, token: string): Promise<boolean> {
    const [, , object, length] = pointer.split(' ');
    const name = prefixOf(crawlId) + object!;
    const frame = openFrame(await this.archive!.read(name, 0, Number(length), AbortSignal.timeout(READ_MS)));
    if (frame === null) throw new ArchiveUnavailableError('an object with waiting URLs is damaged');
    const args = [token, list, pointer, ...(await unpackRows(frame))];
    return (await this.scripts.runOf(crawlId, 'waiting/load', args)) === 2;
  }

  private async endLease(crawlId: string, name: 'mover' | 'loader', token: string): Promise<void> {
    await this.scripts.runOf(crawlId, 'waiting/end-lease', [name, token]).catch(() => {}); // it expires
  }

  private isPaused(crawlId: string): boolean {
    return Date.now() < (this.failing.get(crawlId)?.pausedUntil ?? 0);
  }

  private recovered(crawlId: string): void {
    if (this.failing.delete(crawlId) && this.failing.size === 0)
      this.logger.log('Waiting URLs can be read from the archive again');
  }

  private failed(crawlId: string, error: unknown): void {
    const now = Date.now();
    for (const [id, { pausedUntil }] of this.failing)
      if (pausedUntil + FORGOTTEN_MS < now) this.failing.delete(id); // it has ended
    const reason = error instanceof Error ? error.message : String(error);
    if (this.failing.size === 0)
      this.logger.warn(`${reason}; crawls wait for URLs that are in the archive (first: ${crawlId})`);
    const failures = (this.failing.get(crawlId)?.failures ?? 0) + 1;
    this.failing.set(crawlId, { failures, pausedUntil: now + backoffMs(BACKOFFS.archiveRead, failures) });
  }
}

interface FailedReads {
  readonly failures: number;
  /** Time before which the archive is not asked again. */
  readonly pausedUntil: number;
}
