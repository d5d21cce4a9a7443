import { randomUUID } from 'node:crypto';
import type { RedisConnection } from '../redis/connection/redis-connection.js';
import { RedisScripts } from '../redis/redis-scripts.js';

interface WorkerRosterOptions {
  /** Begins the names of all keys. */
  readonly prefix: string;
}

const BEAT_MS = 5_000;
/** A worker that was not heard of for this long is gone. */
const SILENCE_MS = 3 * BEAT_MS;

/** The workers that are alive now, in all processes. */
export class WorkerRoster {
  private readonly me = randomUUID();
  private readonly key: string;
  private readonly scripts: RedisScripts;
  private timer: NodeJS.Timeout | undefined;
  private known = 1;

  constructor(
    private readonly connection: RedisConnection,
    { prefix }: WorkerRosterOptions,
  ) {
    this.key = `${prefix}:workers`;
    this.scripts = new RedisScripts(connection, prefix);
  }

  /** As of the last beat. */
  get lastCount(): number {
    return this.known;
  }

  /** Joins, and says so again and again. */
  join(onBeat: () => void): void {
    const beat = () => this.beat().then(onBeat, () => {}); // Redis is away: so are the others
    this.timer = setInterval(() => void beat(), BEAT_MS);
    void beat();
  }

  count(): Promise<number> {
    return this.tell('');
  }

  async leave(): Promise<void> {
    if (!this.timer) return;
    clearInterval(this.timer);
    await this.connection.client.zrem(this.key, this.me).catch(() => {}); // silence says it too
  }

  private async beat(): Promise<void> {
    this.known = await this.tell(this.me);
  }

  /** @returns how many there are */
  private async tell(worker: string): Promise<number> {
    return (await this.scripts.run('workers/beat', [this.key], [worker, SILENCE_MS])) as number;
  }
}
