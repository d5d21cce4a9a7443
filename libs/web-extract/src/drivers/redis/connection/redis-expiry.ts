import type { ServerClock } from '../../crawl-store/server-clock.js';
import type { RedisScripts } from '../redis-scripts.js';

const CRAWLS_A_STEP = 100;

/**
 * Deletes expired data in small steps, so that other commands are not delayed. Several processes may do so at once.
 */
export class RedisExpiry {
  constructor(
    private readonly scripts: RedisScripts,
    private readonly clock: ServerClock,
  ) {}

  /** @returns how many crawls went */
  async run(localMs: number): Promise<number> {
    const { prefix } = this.scripts;
    const nowMs = await this.toServer(localMs);
    for (const id of await this.scripts.send((client) => client.smembers(`${prefix}sweep`)))
      await this.sweep(id);
    let gone = 0;
    for (let due = await this.dueBy(nowMs); due.length > 0; due = await this.dueBy(nowMs)) {
      for (const id of due) gone += await this.forget(id);
    }
    for (const name of ['used', 'expired']) {
      await this.scripts.send((client) => client.zremrangebyscore(`${prefix}${name}`, '-inf', nowMs));
    }
    return gone;
  }

  /** Deletes the queue of a crawl that is over. */
  async sweep(crawlId: string): Promise<void> {
    while ((await this.scripts.runOf(crawlId, 'sweep', [crawlId])) !== 1);
  }

  private async forget(crawlId: string): Promise<number> {
    await this.sweep(crawlId);
    return (await this.scripts.runOf(crawlId, 'forget', [crawlId])) as number;
  }

  /** A process whose clock is wrong deletes nothing too early. */
  private async toServer(localMs: number): Promise<number> {
    const [seconds, microseconds] = (await this.scripts.send((client) => client.time())).map(Number);
    this.clock.observe(seconds! * 1_000 + microseconds! / 1_000);
    return this.clock.toServer(localMs);
  }

  private dueBy(nowMs: number): Promise<string[]> {
    const key = `${this.scripts.prefix}due`;
    return this.scripts.send((client) => client.zrangebyscore(key, '-inf', nowMs, 'LIMIT', 0, CRAWLS_A_STEP));
  }
}
