import { randomUUID } from 'node:crypto';
import type { RedisConnection } from '../connection/redis-connection.js';
import type { WorkerRegistry } from '../../turns/worker-registry.js';
import { RedisScripts } from '../redis-scripts.js';

interface RedisWorkerRegistryOptions {
  /** Prefix of all keys. */
  readonly prefix: string;
}

const BEAT_MS = 5_000;
/** A worker without a heartbeat for this long counts as gone. */
const SILENCE_MS = 3 * BEAT_MS;

/** The workers are a sorted set, by the time until which they count as alive. */
export class RedisWorkerRegistry implements WorkerRegistry {
  private readonly me = randomUUID();
  private readonly key: string;
  private readonly scripts: RedisScripts;
  private timer: NodeJS.Timeout | undefined;
  private known = 1;

  constructor(
    private readonly connection: RedisConnection,
    { prefix }: RedisWorkerRegistryOptions,
  ) {
    this.key = `${prefix}:workers`;
    this.scripts = new RedisScripts(connection, prefix);
  }

  /** Count at the last heartbeat. */
  get lastCount(): number {
    return this.known;
  }

  /** Registers this worker and renews the registration at every heartbeat. */
  join(onBeat: () => void): void {
    const beat = () => this.beat().then(onBeat, () => {}); // Redis is unavailable to the other workers as well
    this.timer = setInterval(() => void beat(), BEAT_MS);
    void beat();
  }

  count(): Promise<number> {
    return this.tell('');
  }

  async leave(): Promise<void> {
    if (!this.timer) return;
    clearInterval(this.timer);
    await this.connection.client.zrem(this.key, this.me).catch(() => {}); // the missing heartbeat has the same effect
  }

  private async beat(): Promise<void> {
    this.known = await this.tell(this.me);
  }

  /** @returns the number of live workers */
  private async tell(worker: string): Promise<number> {
    return (await this.scripts.run('workers/beat', [this.key], [worker, SILENCE_MS])) as number;
  }
}
