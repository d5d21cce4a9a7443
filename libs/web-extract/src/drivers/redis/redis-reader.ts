import type { CrawlJob, CrawlNote, CrawlResults } from '../../model/crawl.js';
import type { ResultsRange } from '../../ports/crawl-store.port.js';
import { IS_EXPIRED, JOBS, NOTES, RESULTS, ROWS } from './lua/read.js';
import { readJob, readNote, type JobRow, type NoteRow } from './read-job.js';
import { readResults } from './read-results.js';
import type { RedisScripts } from './redis-scripts.js';

const NOTES_A_STEP = 500;
const ROWS_A_STEP = 1_000;

/** Reads crawls and what became of their addresses. What is long is read in steps, so that nobody waits for it. */
export class RedisReader {
  constructor(private readonly scripts: RedisScripts) {}

  /** @returns null when it cannot be read */
  async job(id: string): Promise<CrawlJob | null> {
    const [row] = (await this.scripts.run(JOBS, '', [id])) as JobRow[];
    return row ? readJob(row) : null;
  }

  /** Those that can be read, in the order of `ids`. */
  async notes(ids: readonly string[]): Promise<CrawlNote[]> {
    const notes: CrawlNote[] = [];
    for (let at = 0; at < ids.length; at += NOTES_A_STEP) {
      const rows = (await this.scripts.run(NOTES, '', ids.slice(at, at + NOTES_A_STEP))) as NoteRow[];
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

  async isExpired(crawlId: string): Promise<boolean> {
    return (await this.scripts.run(IS_EXPIRED, crawlId, [crawlId])) === 1;
  }

  async rows(
    crawlId: string,
    name: 'records' | 'failures' | 'blocked',
    from = 0,
    count = Infinity,
  ): Promise<string[]> {
    const rows: string[] = [];
    for (;;) {
      const most = Math.min(count - rows.length, ROWS_A_STEP);
      if (most <= 0) return rows;
      const start = from + rows.length;
      const step = (await this.scripts.run(ROWS, crawlId, [name, start, start + most - 1])) as string[];
      rows.push(...step);
      if (step.length < most) return rows;
    }
  }

  results(crawlId: string, range: ResultsRange): Promise<CrawlResults> {
    return readResults(async ({ from, most, maxBytes, isFirst }) => {
      const args = [from, most, maxBytes, isFirst ? 1 : 0];
      return (await this.scripts.runForBytes(RESULTS, crawlId, args)) as [number, ...Buffer[]];
    }, range);
  }
}
