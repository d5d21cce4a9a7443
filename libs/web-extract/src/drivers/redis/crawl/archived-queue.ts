import {
  OBJECT_URLS,
  StoredQueue,
  type DueList,
  type QueueRange,
} from '../../crawl-store/segments/stored-queue.js';
import type { RedisScripts } from '../redis-scripts.js';
import type { CrawlNews } from './crawl-news.js';

/** Blocks sent by one command. */
const BLOCKS_A_STEP = 64;
/** Objects removed at once. */
const OBJECTS_A_STEP = 100;

/** Waiting URLs of long queues of crawls in Redis. `include/long-lists.lua` describes their lists. */
export class ArchivedQueue extends StoredQueue {
  constructor(
    private readonly scripts: RedisScripts,
    news: CrawlNews,
  ) {
    super(news);
  }

  protected async leaseRange(crawlId: string, token: string, leaseMs: number): Promise<QueueRange | null> {
    const list = (await this.scripts.runOf(crawlId, 'waiting/move-lease', [token, leaseMs])) as string | null;
    if (list === null) return null;
    const { rows, count } = await this.blocksOf(crawlId, list);
    return { list, first: /^\d+/.exec(rows[0] ?? '')?.[0] ?? '', count, rows };
  }

  protected async replace(
    crawlId: string,
    token: string,
    { list, first, rows, count }: QueueRange,
    pointer: string,
  ): Promise<boolean> {
    const args = [token, list, first, rows.length, count, pointer];
    return (await this.scripts.runOf(crawlId, 'waiting/move', args)) === 'moved';
  }

  protected async endMove(crawlId: string, token: string): Promise<void> {
    await this.scripts.runOf(crawlId, 'waiting/end-lease', ['mover', token]);
  }

  protected async leaseLists(crawlId: string, token: string, leaseMs: number): Promise<readonly DueList[]> {
    const reply = (await this.scripts.runOf(crawlId, 'waiting/load-lease', [token, leaseMs])) as string[];
    const lists = reply.filter((_, at) => at % 2 === 0);
    return lists.map((list, n) => ({ list, pointer: reply[2 * n + 1] || null }));
  }

  protected async isNext(crawlId: string, list: string, pointer: string): Promise<boolean> {
    const crawl = `${this.scripts.prefix}{${crawlId}}`;
    const next = await this.scripts.send((client) => client.lindex(`${crawl}:moved:${list}`, 0));
    if (next !== pointer) return false;
    return (await this.scripts.send((client) => client.hget(crawl, 'status'))) === 'running';
  }

  protected async restore(
    crawlId: string,
    token: string,
    { list, pointer }: DueList,
    rows: readonly string[],
  ): Promise<void> {
    if (pointer !== null) {
      const args = [token, list, pointer, ...rows];
      const isOwed = (await this.scripts.runOf(crawlId, 'waiting/load', args)) === 2;
      if (!isOwed) return;
    }
    while ((await this.scripts.runOf(crawlId, 'waiting/pass-owed', [list])) === 1);
  }

  protected async endLoad(crawlId: string, token: string): Promise<void> {
    await this.scripts.runOf(crawlId, 'waiting/end-lease', ['loader', token]);
  }

  protected async unused(crawlId: string): Promise<readonly string[]> {
    return this.scripts.send((client) => client.srandmember(this.unusedOf(crawlId), OBJECTS_A_STEP));
  }

  protected async forget(crawlId: string, objects: readonly string[]): Promise<void> {
    await this.scripts.send((client) => client.srem(this.unusedOf(crawlId), ...objects));
  }

  private unusedOf(crawlId: string): string {
    return `${this.scripts.prefix}{${crawlId}}:unused`;
  }

  private async blocksOf(crawlId: string, list: string): Promise<{ rows: string[]; count: number }> {
    const key = `${this.scripts.prefix}{${crawlId}}:more:${list}`;
    const rows: string[] = [];
    let count = 0;
    while (count < OBJECT_URLS) {
      const from = rows.length;
      const step = await this.scripts.send((client) => client.lrange(key, from, from + BLOCKS_A_STEP - 1));
      for (const block of step) {
        if (count >= OBJECT_URLS) break;
        rows.push(block);
        count += block.split('\n').length - 1;
      }
      if (step.length < BLOCKS_A_STEP) break;
    }
    return { rows, count };
  }
}
