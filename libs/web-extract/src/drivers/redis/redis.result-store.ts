import type { CrawlResults, PageFailure, PageRecord } from '../../model/crawl/crawl.js';
import { ResultStore, type ResultsRange } from '../../ports/result-store.port.js';
import { readResults } from './crawl/read-results.js';
import type { RedisScripts } from './redis-scripts.js';
import { readRecord } from './crawl/task-arguments.js';

const ROWS_A_STEP = 1_000;

/** Long results are read in steps, so that other commands are not delayed. */
export class RedisResultStore extends ResultStore {
  constructor(private readonly scripts: RedisScripts) {
    super();
  }

  async pages(crawlId: string, range: ResultsRange): Promise<CrawlResults> {
    return readResults(async ({ from, most, maxBytes, isFirst }) => {
      const args = [from, most, maxBytes, isFirst ? 1 : 0];
      return (await this.scripts.runForBytes(crawlId, 'results', args)) as [number, ...Buffer[]];
    }, range);
  }

  async failures(crawlId: string, from?: number, count?: number): Promise<PageFailure[]> {
    return (await this.rows(crawlId, 'failures', from, count)).map((row) => JSON.parse(row) as PageFailure);
  }

  async robotsBlocked(crawlId: string, from?: number, count?: number): Promise<string[]> {
    return this.rows(crawlId, 'blocked', from, count);
  }

  async records(crawlId: string, from: number, count: number): Promise<PageRecord[]> {
    return (await this.rows(crawlId, 'records', from, count)).map(readRecord);
  }

  private async rows(
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
      const step = (await this.scripts.runOf(crawlId, 'rows', [name, start, start + most - 1])) as string[];
      rows.push(...step);
      if (step.length < most) return rows;
    }
  }
}
