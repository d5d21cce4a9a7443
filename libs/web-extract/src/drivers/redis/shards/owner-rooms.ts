import type { CrawlJob } from '../../../model/crawl/crawl.js';
import type { CreateResult, OwnerRoom } from '../../../ports/stores/crawl-store.port.js';
import { RedisScripts } from '../redis-scripts.js';
import type { RedisShards } from './redis-shards.js';
import { shardOf, SHARDS } from './shard-of.js';

/** Minimum interval between corrections for one owner, and owners that are remembered for it. */
const CORRECTION_MS = 5_000;
const MAX_OWNERS = 10_000;
/** A start that takes longer is checked: the process may have died. */
const START_MS = 60_000;
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

type Refusal = Extract<CreateResult, 'too-many-running' | 'too-many-kept'>;

/**
 * Room of owners, whose crawls are on all shards: reserved on the shard of the owner before a crawl is created. What a killed process
 * leaves behind is corrected when an owner has no room left: crawls that were not created, or have ended.
 */
export class OwnerRooms {
  private readonly scripts: readonly RedisScripts[];
  /** Crawls that had expired at this time were deleted. */
  deletedBy = 0;
  /** Owner → time of the last correction, as `performance.now()` counts. */
  private readonly correctedAt = new Map<string, number>();

  constructor(
    shards: RedisShards,
    private readonly find: (id: string) => Promise<CrawlJob | null>,
  ) {
    this.scripts = Array.from({ length: SHARDS }, (_, shard) => {
      const { link, prefix } = shards.shard(shard);
      return new RedisScripts(link, `${prefix}:`);
    });
  }

  /** @returns null if the room is reserved */
  async reserve(owner: string, id: string, room: OwnerRoom | undefined): Promise<Refusal | null> {
    const refusal = await this.tryReserve(owner, id, room);
    if (refusal === null || !(await this.correct(owner))) return refusal;
    return this.tryReserve(owner, id, room);
  }

  /** The crawl runs, has ended with results until a time, or is not there. */
  async settle(owner: string, id: string, state: 'running' | 'gone' | number): Promise<void> {
    await this.run('settle-room', owner, [id, state]);
  }

  private async tryReserve(owner: string, id: string, room?: OwnerRoom): Promise<Refusal | null> {
    const most = [room?.running, room?.kept].map((count = NO_LIMIT) => Math.min(count, NO_LIMIT));
    const reply = (await this.run('reserve-room', owner, [id, ...most, START_MS, this.deletedBy])) as
      'reserved' | Refusal;
    return reply === 'reserved' ? null : reply;
  }

  /** @returns whether something was wrong */
  private async correct(owner: string): Promise<boolean> {
    const now = performance.now();
    if (now - (this.correctedAt.get(owner) ?? -Infinity) < CORRECTION_MS) return false;
    if (this.correctedAt.size >= MAX_OWNERS) this.correctedAt.clear();
    this.correctedAt.set(owner, now);
    const ids = (await this.run('overdue-room', owner, [])) as string[];
    const corrections = await Promise.all(ids.map((id) => this.correctOne(owner, id)));
    return corrections.includes(true);
  }

  private async correctOne(owner: string, id: string): Promise<boolean> {
    const job = await this.find(id);
    if (job !== null) return this.correctKnown(owner, job);
    await this.settle(owner, id, 'gone');
    return true;
  }

  private async correctKnown(owner: string, { id, status, expiresAt }: CrawlJob): Promise<boolean> {
    if (status === 'running' || expiresAt === null) return false;
    await this.settle(owner, id, expiresAt);
    return true;
  }

  private run(name: string, owner: string, args: readonly (string | number)[]): Promise<unknown> {
    const scripts = this.scripts[shardOf(owner)]!;
    const keys = ['running', 'kept'].map((kind) => `${scripts.prefix}room-${kind}:${owner}`);
    return scripts.run(`shards/${name}`, keys, args);
  }
}
