import type { CrawlJob, CrawlNote } from '../../../model/crawl/crawl.js';
import { readJob, readNote, type JobRow, type NoteRow } from '../crawl/read-job.js';
import type { RedisScripts } from '../redis-scripts.js';

const NOTES_A_STEP = 500;

/** Reads crawls. Long results are read in steps, so that other commands are not delayed. */
export class RedisReader {
  constructor(private readonly scripts: RedisScripts) {}

  /** @returns null when it cannot be read */
  async job(id: string): Promise<CrawlJob | null> {
    const [row] = (await this.scripts.runOf('', 'jobs', [id])) as JobRow[];
    return row ? readJob(row) : null;
  }

  /** The readable ones, in the order of `ids`. */
  async notes(ids: readonly string[]): Promise<CrawlNote[]> {
    const notes: CrawlNote[] = [];
    for (let at = 0; at < ids.length; at += NOTES_A_STEP) {
      const rows = (await this.scripts.runOf('', 'notes', ids.slice(at, at + NOTES_A_STEP))) as NoteRow[];
      notes.push(...rows.map(readNote));
    }
    return notes;
  }

  /** Ids of running crawls, the oldest first: of one owner, or of all when null. */
  runningIds(owner: string | null): Promise<string[]> {
    const { prefix } = this.scripts;
    const all = `${prefix}running`;
    if (owner === null) return this.scripts.send((client) => client.zrange(all, 0, -1));
    return this.scripts.send((client) => client.zinter(2, all, `${prefix}owner:${owner}`));
  }

  /** Ids of an owner's crawls, the newest first. */
  idsOf(owner: string): Promise<string[]> {
    return this.scripts.send((client) => client.zrevrange(`${this.scripts.prefix}owner:${owner}`, 0, -1));
  }

  async isKeyUsed(key: string): Promise<boolean> {
    const { prefix } = this.scripts;
    const usedUntil = await this.scripts.send((client) => client.zscore(`${prefix}used`, key));
    return usedUntil !== null && Number(usedUntil) > Date.now();
  }

  async isExpired(crawlId: string): Promise<boolean> {
    return (await this.scripts.runOf(crawlId, 'is-expired', [crawlId])) === 1;
  }
}
