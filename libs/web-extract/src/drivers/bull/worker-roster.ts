import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';

export interface WorkerRosterOptions {
  /** Begins the names of all keys. */
  readonly prefix: string;
}

const BEAT_MS = 5_000;
/** A worker that was not heard of for this long is gone. */
const SILENCE_MS = 3 * BEAT_MS;

/** KEYS[1]: workers, each with the time until which it counts. ARGV: a worker, for how long it counts. Returns how many there are. */
const BEAT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if ARGV[1] ~= '' then
  redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return redis.call('ZCARD', KEYS[1])
`;

interface Scripts {
  webExtractBeat(key: string, worker: string, forMs: number): Promise<number>;
}

/** The workers that are alive now, in all processes. */
export class WorkerRoster {
  private readonly me = randomUUID();
  private readonly key: string;
  private readonly scripts: Scripts;
  private timer: NodeJS.Timeout | undefined;
  private known = 1;

  constructor(
    private readonly client: Redis,
    { prefix }: WorkerRosterOptions,
  ) {
    this.key = `${prefix}:workers`;
    client.defineCommand('webExtractBeat', { numberOfKeys: 1, lua: BEAT });
    this.scripts = client as unknown as Scripts;
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

  async count(): Promise<number> {
    return this.scripts.webExtractBeat(this.key, '', SILENCE_MS);
  }

  async leave(): Promise<void> {
    if (!this.timer) return;
    clearInterval(this.timer);
    await this.client.zrem(this.key, this.me).catch(() => {}); // silence says it too
  }

  private async beat(): Promise<void> {
    this.known = await this.scripts.webExtractBeat(this.key, this.me, SILENCE_MS);
  }
}
