import { Logger } from '@nestjs/common';
import { UnavailableError } from '../../../model/errors.js';
import { ADVISED_SECONDS } from '../../../model/retry/policies.js';
import type { RedisScripts } from '../redis-scripts.js';

/** Share of Redis memory for new crawls. The rest is reserved for running ones. */
const SHARE_OF_MAXMEMORY = 0.9;
/** Errors of a Redis that does not permit the command. */
const FORBIDDEN = /^NOPERM\b|unknown command/;

interface Memory {
  readonly used: number;
  /** 0: as much as there is. */
  readonly most: number;
  readonly policy: string;
}

/** Refuses new crawls before Redis is full, and warns of a Redis that makes room by forgetting. */
export class RedisMemoryGuard {
  private readonly logger = new Logger('WebExtract');
  /** True once Redis has rejected the command; it is not sent again. */
  private isForbidden = false;

  /** @param maxBytes of all that is in this Redis; nine tenths of its own `maxmemory` when absent */
  constructor(
    private readonly scripts: RedisScripts,
    private readonly maxBytes: number | undefined,
  ) {}

  /** @throws UnavailableError when there is no room for another crawl */
  async checkRoom(): Promise<void> {
    const memory = await this.read();
    if (!memory) return;
    const { used, most } = memory;
    const ceiling = this.maxBytes ?? (most > 0 ? most * SHARE_OF_MAXMEMORY : Infinity);
    if (used < ceiling) return;
    const [usedMb, ceilingMb] = [used, ceiling].map((bytes) => Math.round(bytes / 1_048_576));
    throw new UnavailableError(
      `Redis holds ${usedMb} MB, new crawls are accepted below ${ceilingMb} MB`,
      ADVISED_SECONDS.fullRedis,
    );
  }

  async warnAtStart(): Promise<void> {
    const memory = await this.read();
    if (!memory) this.logger.warn('Redis does not say how full it is: no new crawl is refused for that');
    const policy = memory?.policy ?? 'noeviction';
    if (policy === 'noeviction') return;
    this.logger.warn(
      `Redis may drop crawls when its memory is full: its maxmemory-policy is ${policy}, set it to noeviction`,
    );
  }

  /** @returns null when we may not ask, as with some hosted ones */
  private async read(): Promise<Memory | null> {
    const info = this.isForbidden ? null : await this.ask();
    const valueOf = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(info ?? '')?.[1]?.trim();
    const used = valueOf('used_memory');
    if (used === undefined) return null;
    return {
      used: Number(used),
      most: Number(valueOf('maxmemory') ?? 0),
      policy: valueOf('maxmemory_policy') ?? 'noeviction',
    };
  }

  private async ask(): Promise<string | null> {
    try {
      return await this.scripts.send((client) => client.info('memory'));
    } catch (error) {
      this.isForbidden = FORBIDDEN.test(((error as Error).cause as Error | undefined)?.message ?? '');
      if (this.isForbidden) return null;
      throw error;
    }
  }
}
