import { MAP_INTERVALS, type MapIntervals } from '../redis-shards.js';
import { checkSchema, SCHEMA, writeMap, type ShardMap, type ShardMove } from '../shard-map.js';
import { newestOf } from '../map-reader.js';
import { SHARDS, shardPrefix } from '../shard-of.js';
import type { MoveNode } from './move-node.js';
import { ShardCopy } from './shard-copy.js';
import { ShardMoveError } from './shard-move.error.js';

/** Commands of processes that were sent before the map was read end within this time. */
const COMMANDS_END_MS = 5_000;
/** Name during a plan of a Redis that has none. */
const NEW = 'new';
/** Passes over keys that a process has changed during the copy. */
const MAX_PASSES = 3;

/** A shard, and the addresses of the Redis that it is moved from and to. */
export interface MovedShard {
  readonly shard: number;
  readonly from: string;
  readonly to: string;
}

/** Progress of a move. */
export type MoveStep =
  | { readonly kind: 'waiting'; readonly shards: readonly number[]; readonly ms: number }
  | ({ readonly kind: 'copying' | 'removing' } & MovedShard)
  | ({ readonly kind: 'moved'; readonly keys: number } & MovedShard);

/** A shard that would be moved, with the number and the size of its keys. */
export interface PlannedMove extends MovedShard {
  readonly keys: number;
  readonly bytes: number;
}

/**
 * Moves shards between the Redis of a deployment. The state of a move is in the map, so that a command that was killed is continued by the
 * next one:
 * 1. The map says that the shards are being copied. Processes do not use them from then on; those that have not read the map for too long
 *    use none.
 * 2. The keys are copied and compared.
 * 3. The map names the new Redis, and processes use it.
 * 4. The copies at the former Redis are removed.
 */
export class ShardMover {
  /** Name → Redis. */
  private readonly byName = new Map<string, MoveNode>();
  private map!: ShardMap;

  constructor(
    private readonly nodes: readonly MoveNode[],
    private readonly prefix: string,
    private readonly onStep: (step: MoveStep) => void = () => {},
    private readonly intervals: MapIntervals = MAP_INTERVALS,
  ) {}

  /** The shards that a command would move, without a change. */
  async plan(shards: readonly number[], to: MoveNode): Promise<PlannedMove[]> {
    await this.open(true);
    if (this.nameOf(to) === undefined) this.byName.set(NEW, to);
    const moves = this.movesFor(shards, this.nameOf(to)!);
    const planned: PlannedMove[] = [];
    for (const move of moves) {
      const measured = await this.copyOf(move).measure();
      planned.push({ ...this.described(move), ...measured });
    }
    return planned;
  }

  /** Completes interrupted moves, then moves shards. @returns the number of moved shards */
  async move(shards: readonly number[], to: MoveNode): Promise<number> {
    await this.open(false);
    const moves = this.movesFor(shards, this.nameOf(to)!);
    if (moves.length === 0) return 0;
    await this.write({ moves });
    await this.waitForProcesses(moves);
    for (const move of moves) await this.complete(move);
    return moves.length;
  }

  /** Ends interrupted moves where the shards are. @returns the number of shards that stay */
  async cancel(): Promise<number> {
    await this.open(false);
    const { moves = [] } = this.map;
    await this.write({ moves }); // a command that is still running ends
    for (const move of moves) {
      if (move.phase === 'copy') await this.copyOf(move).clear('target');
      else await this.copyOf(move).clear('source');
    }
    if (moves.length > 0) await this.write({ moves: [] });
    return moves.filter(({ phase }) => phase === 'copy').length;
  }

  private async open(isReadOnly: boolean): Promise<void> {
    const described = await Promise.all(this.nodes.map((node) => this.describe(node, isReadOnly)));
    for (const [n, { name }] of described.entries()) {
      if (name === null) continue;
      if (this.byName.has(name)) throw new ShardMoveError('The list names one Redis twice: list it once');
      this.byName.set(name, this.nodes[n]!);
    }
    const map = newestOf(described.map(({ map }) => map));
    if (map === null) {
      throw new ShardMoveError(
        'None of these Redis has shards: check the list, or start the application with it first',
      );
    }
    checkSchema(map.schema);
    if (map.schema < SCHEMA) {
      throw new ShardMoveError('The shards are of an earlier version: start a process of this version first');
    }
    this.map = map;
    this.checkComplete();
  }

  private async describe(node: MoveNode, isReadOnly: boolean): ReturnType<MoveNode['describe']> {
    try {
      return await node.describe(this.prefix, isReadOnly);
    } catch (error) {
      throw new ShardMoveError(
        `Redis at ${node.address} does not answer: all Redis of the list are needed. Start it, and repeat the command`,
        { cause: error },
      );
    }
  }

  private checkComplete(): void {
    const names = [this.map.first, ...this.map.shards, ...(this.map.moves ?? []).map(({ to }) => to)];
    const missing = new Set(names.filter((name) => !this.byName.has(name)));
    if (missing.size === 0) return;
    throw new ShardMoveError(`The list lacks ${missing.size} Redis that have shards: list all of them`);
  }

  private nameOf(node: MoveNode): string | undefined {
    return [...this.byName].find(([, other]) => other === node)?.[0];
  }

  /** Interrupted moves come first. */
  private movesFor(shards: readonly number[], to: string): ShardMove[] {
    const interrupted = this.map.moves ?? [];
    const wanted = [...new Set(shards)].filter((shard) => {
      const isInterrupted = interrupted.some((move) => move.shard === shard);
      return !isInterrupted && this.map.shards[shard] !== to;
    });
    const beyond = wanted.find((shard) => !(shard >= 0 && shard < SHARDS));
    if (beyond !== undefined)
      throw new ShardMoveError(`There is no shard ${beyond}: they are 0 to ${SHARDS - 1}`);
    return [
      ...interrupted,
      ...wanted.map((shard) => ({ shard, from: this.map.shards[shard]!, to, phase: 'copy' as const })),
    ];
  }

  private async waitForProcesses(moves: readonly ShardMove[]): Promise<void> {
    const shards = moves.filter(({ phase }) => phase === 'copy').map(({ shard }) => shard);
    if (shards.length === 0) return;
    const ms = this.intervals.validMs + COMMANDS_END_MS;
    this.onStep({ kind: 'waiting', shards, ms });
    await new Promise((resolve) => setTimeout(resolve, ms));
  }

  private async complete(move: ShardMove): Promise<void> {
    if (move.phase === 'copy') {
      this.onStep({ kind: 'copying', ...this.described(move) });
      const keys = await this.copy(move);
      const shards = this.map.shards.map((name, shard) => (shard === move.shard ? move.to : name));
      await this.write({ shards, moves: this.others(move, { ...move, phase: 'remove' }) });
      this.onStep({ kind: 'moved', keys, ...this.described(move) });
    }
    this.onStep({ kind: 'removing', ...this.described(move) });
    await this.copyOf(move).clear('source');
    await this.write({ moves: this.others(move) });
  }

  /** @returns the number of copied keys */
  private async copy(move: ShardMove): Promise<number> {
    const copy = this.copyOf(move);
    const keys = await copy.copy();
    await copy.removeStale();
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      const differing = await copy.differences();
      if (differing.length === 0) return keys;
      await copy.copyKeys(differing);
    }
    throw new ShardMoveError(
      `Shard ${move.shard} changes while it is copied: stop processes of earlier versions, and repeat the command`,
    );
  }

  private described({ shard, from, to }: ShardMove): MovedShard {
    const addressOf = (name: string) => this.byName.get(name)?.address ?? '';
    return { shard, from: addressOf(from), to: addressOf(to) };
  }

  private others({ shard }: ShardMove, ...replaced: readonly ShardMove[]): ShardMove[] {
    return [...(this.map.moves ?? []).filter((move) => move.shard !== shard), ...replaced];
  }

  /** Writes the next version of the map to all Redis. */
  private async write(change: Partial<Pick<ShardMap, 'shards' | 'moves'>>): Promise<void> {
    const map: ShardMap = { ...this.map, ...change, version: this.map.version + 1 };
    const first = this.byName.get(map.first)!; // decides between commands that run at once
    for (const node of [first, ...this.nodes.filter((other) => other !== first)]) {
      const stored = await writeMap(node, this.prefix, map);
      if (JSON.stringify(stored) === JSON.stringify(map)) continue;
      throw new ShardMoveError(
        'Another command moves shards at the same time: wait for its end, and repeat this one',
      );
    }
    this.map = map;
  }

  private copyOf({ shard, from, to }: ShardMove): ShardCopy {
    const { prefix } = this;
    const at = { prefix, shardPrefix: shardPrefix(prefix, shard), version: this.map.version };
    return new ShardCopy(this.byName.get(from)!, this.byName.get(to)!, at);
  }
}
