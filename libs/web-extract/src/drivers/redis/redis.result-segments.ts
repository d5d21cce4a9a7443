import type { SealBacklog } from '../../ports/stores/result-segments.port.js';
import {
  ROW_KINDS,
  type PackedRow,
  type SegmentPointers,
  type UnsealedRows,
} from '../crawl-store/segments/segment.js';
import {
  StoredSegments,
  type ExpiredCrawl,
  type Replacement,
} from '../crawl-store/segments/stored-segments.js';
import type { ArchivedQueue } from './crawl/archived-queue.js';
import type { RedisScripts } from './redis-scripts.js';

/** Crawls read by one script: others wait about a millisecond. */
const CRAWLS_A_STEP = 100;
/** Packed pages sent by one script. */
const BYTES_A_STEP = 1024 * 1024;
/** Rows of a kind in a segment. */
const MAX_ROWS = 10_000;
const ROWS_A_STEP = 1_000;
/** Expired crawls looked at in one round. */
const MAX_EXPIRED = 200;
/** Ends the name of an expired crawl whose listing was empty. */
const EMPTY = ' empty';

type BacklogRow = [
  id: string,
  isEnded: 0 | 1,
  sealed: number,
  pages: number,
  rows: number,
  bytes: number,
  movable: number,
  unused: number,
];

/** Results of crawls in Redis that are sealed. The scripts are those of `lua/crawl/segments`. */
export class RedisResultSegments extends StoredSegments {
  constructor(
    private readonly scripts: RedisScripts,
    queue: ArchivedQueue,
  ) {
    super(queue);
  }

  async backlogs(): Promise<SealBacklog[]> {
    const ids = await this.scripts.send((client) => client.smembers(this.all('unsealed')));
    const backlogs: SealBacklog[] = [];
    for (let at = 0; at < ids.length; at += CRAWLS_A_STEP) {
      const rows = await this.scripts.runOf('', 'segments/seal-backlogs', ids.slice(at, at + CRAWLS_A_STEP));
      backlogs.push(...(rows as BacklogRow[]).map(readBacklog));
    }
    return backlogs;
  }

  async knows(crawlId: string): Promise<boolean> {
    return (await this.scripts.send((client) => client.exists(`${this.scripts.prefix}{${crawlId}}`))) === 1;
  }

  protected async lease({ crawlId, sealed }: SealBacklog, token: string, leaseMs: number): Promise<boolean> {
    return (await this.scripts.runOf(crawlId, 'segments/seal-lease', [token, leaseMs, sealed])) === 1;
  }

  protected async release(crawlId: string, token: string): Promise<void> {
    await this.scripts.runOf(crawlId, 'segments/seal-release', [token]);
  }

  protected async unsealed(crawlId: string, maxBytes: number): Promise<UnsealedRows> {
    const { first, pages } = await this.pagesOf(crawlId, maxBytes);
    const [records, failures, blocked] = await Promise.all(
      ROW_KINDS.map((kind) => this.rowsOf(crawlId, kind)),
    );
    return {
      first: { pages: first, records: records!.first, failures: failures!.first, blocked: blocked!.first },
      pages,
      rows: { records: records!.rows, failures: failures!.rows, blocked: blocked!.rows },
    };
  }

  protected async replace(
    crawlId: string,
    token: string,
    { first, pages, rows }: UnsealedRows,
    pointers: SegmentPointers,
  ): Promise<Replacement> {
    const args = (['pages', ...ROW_KINDS] as const).flatMap((kind) => {
      const count = kind === 'pages' ? pages.length : rows[kind].length;
      const pointer = pointers[kind];
      return [first[kind], count, pointer === null ? '' : JSON.stringify(pointer)];
    });
    return (await this.scripts.runOf(crawlId, 'segments/seal', [token, ...args])) as Replacement;
  }

  protected async expired(nowMs: number): Promise<ExpiredCrawl[]> {
    const names = await this.scripts.send((client) =>
      client.zrangebyscore(this.all('removals'), '-inf', nowMs, 'LIMIT', 0, MAX_EXPIRED),
    );
    return names.map((name) => ({ crawlId: name.replace(EMPTY, ''), wasEmpty: name.endsWith(EMPTY) }));
  }

  protected async postpone(
    crawl: ExpiredCrawl,
    { untilMs, wasEmpty }: { readonly untilMs: number; readonly wasEmpty: boolean },
  ): Promise<void> {
    const next = nameOf({ ...crawl, wasEmpty });
    await this.scripts.send((client) => client.zadd(this.all('removals'), untilMs, next));
    if (next !== nameOf(crawl)) await this.forget(crawl);
  }

  protected async forget(crawl: ExpiredCrawl): Promise<void> {
    await this.scripts.send((client) => client.zrem(this.all('removals'), nameOf(crawl)));
  }

  private async pagesOf(crawlId: string, maxBytes: number): Promise<{ first: number; pages: PackedRow[] }> {
    const pages: PackedRow[] = [];
    let first: number | null = null;
    for (let left = maxBytes; left > 0;) {
      const from = first === null ? 0 : first + pages.length;
      const args = [from, Math.min(left, BYTES_A_STEP)];
      const reply = (await this.scripts.runForBytes(crawlId, 'segments/unsealed', args)) as [
        number,
        ...Buffer[],
      ];
      const [start, ...parts] = reply;
      first ??= start;
      if (parts.length === 0) break;
      for (let at = 0; at < parts.length; at += 2) {
        const packed = parts[at + 1]!;
        pages.push({ bytes: Number(parts[at]), packed });
        left -= packed.length;
      }
    }
    return { first: first ?? 0, pages };
  }

  private async rowsOf(crawlId: string, kind: string): Promise<{ first: number; rows: string[] }> {
    const { prefix } = this.scripts;
    const crawl = `${prefix}{${crawlId}}`;
    const first = Number((await this.scripts.send((client) => client.hget(crawl, `sealed.${kind}`))) ?? 0);
    const rows: string[] = [];
    while (rows.length < MAX_ROWS) {
      const step = await this.scripts.send((client) =>
        client.lrange(`${crawl}:${kind}`, rows.length, rows.length + ROWS_A_STEP - 1),
      );
      rows.push(...step);
      if (step.length < ROWS_A_STEP) break;
    }
    return { first, rows };
  }

  private all(name: string): string {
    return `${this.scripts.prefix}${name}`;
  }
}

const nameOf = ({ crawlId, wasEmpty }: ExpiredCrawl): string => (wasEmpty ? crawlId + EMPTY : crawlId);

const readBacklog = ([
  crawlId,
  isEnded,
  sealed,
  pages,
  rows,
  bytes,
  movable,
  unused,
]: BacklogRow): SealBacklog => ({
  crawlId,
  hasQueue: movable + unused > 0,
  isEnded: isEnded === 1,
  sealed,
  pages,
  rows,
  bytes,
});
