import type { RedisOptions } from 'ioredis';
import { ShardMoveError } from './shard-move.error.js';
import { MoveNode } from './move-node.js';
import { ShardMover, type MoveStep, type PlannedMove } from './shard-mover.js';
import type { MapIntervals } from '../redis-shards.js';

export interface ShardAdminOptions {
  /** The list of the deployment, with a Redis that was added to it. */
  readonly redis: readonly ({ readonly url: string } | RedisOptions)[];
  /** @default 'web-extract' */
  readonly prefix?: string;
  /** Called at each step of a move. */
  readonly onStep?: (step: MoveStep) => void;
}

/**
 * Moves shards between the Redis of a deployment while it runs. Requests for crawls of a shard are answered with 503 until it has moved.
 * A move that was interrupted is completed by the next one, or ended with `cancel`.
 */
export class ShardAdmin {
  private readonly nodes: readonly MoveNode[];

  constructor(
    private readonly options: ShardAdminOptions,
    private readonly intervals?: MapIntervals,
  ) {
    this.nodes = options.redis.map((target) => new MoveNode(target));
  }

  /** The shards that `move` would move. @param to address of a Redis of the list: its URL, or `host:port` @throws ShardMoveError */
  async plan(shards: readonly number[], to: string): Promise<PlannedMove[]> {
    return this.mover().plan(shards, this.nodeAt(to));
  }

  /** Moves shards. @returns the number of moved ones, those of an interrupted move included @throws ShardMoveError */
  async move(shards: readonly number[], to: string): Promise<number> {
    return this.mover().move(shards, this.nodeAt(to));
  }

  /** Ends an interrupted move: shards that were not moved stay. @returns their number @throws ShardMoveError */
  async cancel(): Promise<number> {
    return this.mover().cancel();
  }

  close(): void {
    for (const node of this.nodes) node.close();
  }

  private mover(): ShardMover {
    return new ShardMover(
      this.nodes,
      this.options.prefix ?? 'web-extract',
      this.options.onStep,
      this.intervals,
    );
  }

  private nodeAt(to: string): MoveNode {
    const address = to.includes('://') ? new URL(to).host : to;
    const matching = this.nodes.filter(
      (node) => node.address === address || node.address === `${address}:6379`,
    );
    const [node] = matching;
    if (node && matching.length === 1) return node;
    const addresses = this.nodes.map((other) => other.address).join(', ');
    throw new ShardMoveError(`The list has no single Redis at ${address}: name one of ${addresses}`);
  }
}
