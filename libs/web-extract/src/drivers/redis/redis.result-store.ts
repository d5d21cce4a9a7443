import type { PageFailure, PageRecord } from '../../model/crawl/crawl.js';
import { ResultStore, type ResultsRange, type StoredResults } from '../../ports/stores/result-store.port.js';
import type { PagesPointer, RowKind, RowsPointer } from '../crawl-store/segments/segment.js';
import { readResults, type Round } from '../crawl-store/read-results.js';
import { readRecord } from '../crawl-store/task-record.js';
import type { RedisResultSegments } from './redis.result-segments.js';
import type { RedisScripts } from './redis-scripts.js';

const ROWS_A_STEP = 1_000;

type PagesReply =
  [total: number, first: null, ...packed: Buffer[]] | [total: number, first: number, pointer: Buffer];
type RowsReply = [first: null, ...rows: string[]] | [first: number, pointer: string];

/** Long results are read in steps, so that other commands are not delayed. Sealed results are read from the archive. */
export class RedisResultStore extends ResultStore {
  constructor(
    private readonly scripts: RedisScripts,
    private readonly segments: RedisResultSegments,
  ) {
    super();
  }

  async storedPages(crawlId: string, range: ResultsRange): Promise<StoredResults> {
    return readResults((round) => this.packed(crawlId, round), range);
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

  private async packed(crawlId: string, round: Round): Promise<{ total: number; packed: readonly Buffer[] }> {
    const { from, most, maxBytes, isFirst } = round;
    const args = [from, most, maxBytes, isFirst ? 1 : 0];
    const reply = (await this.scripts.runForBytes(crawlId, 'results', args)) as PagesReply;
    const [total, first, ...packed] = reply;
    if (first === null) return { total, packed };
    const pointer = JSON.parse(String(packed[0])) as PagesPointer;
    return { total, packed: await this.segments.reader.pages(crawlId, pointer, { ...round, first }) };
  }

  private async rows(crawlId: string, kind: RowKind, from = 0, count = Infinity): Promise<string[]> {
    const rows: string[] = [];
    for (;;) {
      const most = Math.min(count - rows.length, ROWS_A_STEP);
      if (most <= 0) return rows;
      const start = from + rows.length;
      const reply = (await this.scripts.runOf(crawlId, 'rows', [kind, start, start + most - 1])) as RowsReply;
      const [first, ...found] = reply;
      if (first === null) {
        rows.push(...found);
        if (found.length < most) return rows;
      } else {
        const pointer = JSON.parse(found[0]!) as RowsPointer;
        const sealed = await this.segments.reader.rows(crawlId, pointer);
        const step = sealed.slice(start - first, start - first + count - rows.length);
        if (step.length === 0) return rows;
        rows.push(...step);
      }
    }
  }
}
