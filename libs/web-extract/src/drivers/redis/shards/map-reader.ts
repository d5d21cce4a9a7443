import type { RedisConnection } from '../connection/redis-connection.js';
import { checkLayout } from './layout-version.js';
import { DamagedMapError, ShardMapError } from './shard-map.error.js';
import { firstMap, hasNoUndivided, nameOf, readMap, SCHEMA, writeMap, type ShardMap } from './shard-map.js';

/** The names of the Redis of a list, and the map that is stored in each of them. */
export class MapReader {
  /** Name → connection, of those that have answered. */
  readonly byName = new Map<string, RedisConnection>();

  constructor(
    private readonly connections: readonly RedisConnection[],
    private readonly prefix: string,
  ) {}

  /** True once each Redis of the list has answered. */
  get isWhole(): boolean {
    return this.byName.size === this.connections.length;
  }

  /** The newest map, which is then written where an older or damaged one is. Null if no Redis answers. @throws ShardMapError */
  async read(): Promise<ShardMap | null> {
    const answers = await Promise.all(this.connections.map((connection) => this.ask(connection)));
    const maps = answers.map((answer) => (answer === 'damaged' ? null : answer));
    const newest = newestOf(maps);
    if (newest === null && answers.includes('damaged')) throw new DamagedMapError();
    const found = newest ?? (maps.includes(undefined) ? null : await this.begin());
    if (found === null) return null;
    const map = found.schema < SCHEMA ? await this.upgrade(found) : found;
    const behind = this.known().filter(
      (connection) => (maps[this.connections.indexOf(connection)]?.version ?? 0) < map.version,
    );
    await Promise.all(behind.map((connection) => writeMap(connection, this.prefix, map).catch(() => {})));
    return map;
  }

  known(): RedisConnection[] {
    return [...this.byName.values()];
  }

  /** Learns the name of a Redis. @returns its map; null if it has none, undefined if it is out of reach */
  private async ask(connection: RedisConnection): Promise<ShardMap | null | undefined | 'damaged'> {
    try {
      if (!this.known().includes(connection)) this.keep(await nameOf(connection, this.prefix), connection);
      return await readMap(connection, this.prefix);
    } catch (error) {
      if (error instanceof DamagedMapError) return 'damaged';
      if (error instanceof ShardMapError) throw error;
      return undefined;
    }
  }

  private keep(name: string, connection: RedisConnection): void {
    if (this.byName.has(name)) throw new ShardMapError('drivers.redis names one Redis twice: list it once');
    this.byName.set(name, connection);
  }

  /** Writes the first map. The Redis with the lowest name decides between processes. */
  private async begin(): Promise<ShardMap | null> {
    const nameAt = new Map([...this.byName].map(([name, connection]) => [connection, name]));
    const names = this.connections.map((connection) => nameAt.get(connection)!);
    const decider = this.byName.get([...names].sort()[0]!)!;
    return this.writeFirst(decider, names).catch((error: unknown) => {
      if (error instanceof ShardMapError) throw error;
      return null;
    });
  }

  private async writeFirst(decider: RedisConnection, names: readonly string[]): Promise<ShardMap> {
    await checkLayout(this.connections[0]!, this.prefix);
    const isDivided = await hasNoUndivided(this.connections[0]!, this.prefix);
    return writeMap(decider, this.prefix, firstMap(names, isDivided));
  }

  /** Processes of earlier versions refuse the map from then on. */
  private async upgrade(map: ShardMap): Promise<ShardMap> {
    const next = { ...map, schema: SCHEMA, version: map.version + 1 };
    const first = this.byName.get(map.first);
    return first ? writeMap(first, this.prefix, next).catch(() => next) : next;
  }
}

export const newestOf = (maps: readonly (ShardMap | null | undefined)[]): ShardMap | null =>
  maps.reduce<ShardMap | null>((a, b) => ((b?.version ?? 0) > (a?.version ?? 0) ? b! : a), null);
