import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { UnavailableError } from '../../../model/errors.js';
import { ADVISED_SECONDS } from '../../../model/retry/policies.js';
import type { RedisConnection } from '../connection/redis-connection.js';
import type { RedisLink } from '../connection/redis-link.js';
import { ShardMapError } from './shard-map.error.js';
import { firstMap, nameOf, readMap, SCHEMA, writeFirstMap, writeMap, type ShardMap } from './shard-map.js';
import { SHARDS, shardOf, shardPrefix } from './shard-of.js';

/** A place for keys: which Redis, and how they begin. */
export interface RedisPlace {
  readonly link: RedisLink;
  /** Without a separator at its end. */
  readonly prefix: string;
}

/** Interval at which a process reads the map again. */
const MAP_READ_MS = 5_000;
const LOOK_FOR_MISSING_MS = 1_000;
const ALL: readonly number[] = Array.from({ length: SHARDS }, (_, n) => n);

/**
 * The Redis of a deployment, and which of them has which of 64 virtual shards. A single Redis without a map has no shards: its keys
 * have the plain prefix. A Cluster has them all, and places them by their hash tags.
 */
@Injectable()
export class RedisShards implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('WebExtract');
  private map: ShardMap | null = null;
  /** Name → connection. */
  private readonly byName = new Map<string, RedisConnection>();
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;
  private readonly links: readonly RedisLink[];
  private readonly connectionLinks: readonly RedisLink[];

  /**
   * @param connections in the order of the list; one for a Cluster
   * @param prefix of all keys
   */
  constructor(
    readonly connections: readonly RedisConnection[],
    readonly prefix: string,
    readonly kind: 'single' | 'list' | 'cluster',
  ) {
    this.links = ALL.map((shard) => linkTo(() => this.connectionOf(shard)));
    this.connectionLinks = connections.map((connection) => linkTo(() => connection));
  }

  get first(): RedisConnection {
    return this.connections[0]!;
  }

  get isSharded(): boolean {
    return this.kind !== 'single';
  }

  /** The place of a shard. */
  shard(number: number): RedisPlace {
    return { link: this.links[number]!, prefix: shardPrefix(this.prefix, number) };
  }

  /** The place of what belongs together: of an owner, an owner and a tag, a host. */
  placeOf(...parts: readonly string[]): RedisPlace {
    return this.isSharded ? this.shard(shardOf(parts.join('\n'))) : this.home;
  }

  /** The place of what is not divided: on the first Redis. */
  get home(): RedisPlace {
    const prefix = this.kind === 'cluster' ? `${this.prefix}{home}` : this.prefix;
    return { link: this.first, prefix };
  }

  /** Commands to the Redis at a place of the list. */
  linkAt(index: number): RedisLink {
    return this.connectionLinks[index]!;
  }

  /** Index in the list of the Redis of a shard. @throws UnavailableError while that is not known */
  indexOf(shard: number): number {
    if (this.kind !== 'list') return 0;
    return this.connections.indexOf(this.connectionOf(shard));
  }

  /** Shards that one script may read together: those of one Redis, or each of a Cluster. */
  groups(): readonly (readonly number[])[] {
    if (this.kind === 'cluster') return ALL.map((shard) => [shard]);
    const groups = new Map<RedisConnection | null, number[]>();
    for (const shard of ALL) {
      const connection = this.map === null ? null : (this.byName.get(this.map.shards[shard]!) ?? null);
      groups.set(connection, [...(groups.get(connection) ?? []), shard]);
    }
    return [...groups.values()];
  }

  /** True if the Redis of a shard answers, as far as known. */
  isUp(shard: number): boolean {
    try {
      return this.connectionOf(shard).isUp;
    } catch {
      return false;
    }
  }

  /** Reads the map, and writes it at the first start. A Redis that is away does not prevent the start. @throws ShardMapError */
  async onModuleInit(): Promise<void> {
    await this.look();
    this.lookAgain();
  }

  onApplicationShutdown(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  private lookAgain(): void {
    if (this.isClosed || this.kind !== 'list') return;
    const isWhole = this.map !== null && this.byName.size === this.connections.length;
    this.timer = setTimeout(
      () => {
        void this.look()
          .catch((error: unknown) =>
            this.logger.error(error instanceof Error ? error.message : String(error)),
          )
          .finally(() => this.lookAgain());
      },
      isWhole ? MAP_READ_MS : LOOK_FOR_MISSING_MS,
    ).unref();
  }

  private async look(): Promise<void> {
    if (this.kind === 'single') return this.checkSingle();
    if (this.kind === 'cluster') return;
    await Promise.all(this.connections.map((connection) => this.learnName(connection)));
    const maps = await Promise.all(
      this.known().map((connection) => readMap(connection, this.prefix).catch(() => null)),
    );
    const newest = maps.reduce((a, b) => ((b?.version ?? 0) > (a?.version ?? 0) ? b : a), null);
    const map = newest ?? (await this.begin());
    if (map === null) return;
    this.check(map);
    this.map = map;
    const behind = this.known().filter((_, n) => (maps[n]?.version ?? 0) < map.version);
    await Promise.all(behind.map((connection) => writeMap(connection, this.prefix, map).catch(() => {})));
  }

  private async learnName(connection: RedisConnection): Promise<void> {
    if ([...this.byName.values()].includes(connection)) return;
    const name = await nameOf(connection, this.prefix).catch(() => null);
    if (name === null) return;
    if (this.byName.has(name)) throw new ShardMapError('drivers.redis names one Redis twice');
    this.byName.set(name, connection);
  }

  private known(): RedisConnection[] {
    return [...this.byName.values()];
  }

  /** Writes the first map, once every Redis is there. The one with the lowest name decides between processes. */
  private async begin(): Promise<ShardMap | null> {
    if (this.byName.size < this.connections.length) return null;
    const nameAt = new Map([...this.byName].map(([name, connection]) => [connection, name]));
    const names = this.connections.map((connection) => nameAt.get(connection)!);
    const decider = this.byName.get([...names].sort()[0]!)!;
    return writeFirstMap(decider, this.prefix, firstMap(names)).catch(() => null);
  }

  /** @throws ShardMapError if the list does not match the map */
  private check({ schema, first, shards }: ShardMap): void {
    checkSchema(schema);
    const isWhole = this.byName.size === this.connections.length;
    const missing = new Set([first, ...shards].filter((name) => !this.byName.has(name)));
    if (isWhole && missing.size > 0) {
      throw new ShardMapError(
        `The list of Redis lacks ${missing.size} that have shards: add them to drivers.redis (REDIS_URL)`,
      );
    }
    if (isWhole && this.byName.get(first) !== this.first) {
      throw new ShardMapError(
        'The first Redis of the list has changed: it has the queue, list it first again',
      );
    }
    this.inferMissing([...missing]);
  }

  /** With one Redis away and one name without a connection, they belong together. */
  private inferMissing(names: readonly string[]): void {
    const known = this.known();
    const away = this.connections.filter((connection) => !known.includes(connection));
    if (names.length === 1 && away.length === 1) this.inferred = [names[0]!, away[0]!];
  }

  private inferred: readonly [name: string, connection: RedisConnection] | null = null;

  private connectionOf(shard: number): RedisConnection {
    if (this.kind !== 'list') return this.first;
    const name = this.map?.shards[shard];
    if (name === undefined) throw unknownPlace();
    const connection = this.byName.get(name) ?? (this.inferred?.[0] === name ? this.inferred[1] : undefined);
    if (!connection) throw unknownPlace();
    return connection;
  }

  /** A Redis with a map belongs to several. */
  private async checkSingle(): Promise<void> {
    const map = await readMap(this.first, this.prefix).catch(() => null);
    if (map === null) return;
    checkSchema(map.schema);
    throw new ShardMapError(
      'This Redis has shards of a deployment with several: list all of them in drivers.redis (REDIS_URL)',
    );
  }
}

function checkSchema(schema: number): void {
  if (schema <= SCHEMA) return;
  throw new ShardMapError(
    `Redis has data of a later version of nestjs-web-extract (layout ${schema}, this version reads ${SCHEMA}): update this process`,
  );
}

/** Commands to a Redis that is away fail at once: others of the list go on meanwhile. */
function linkTo(connection: () => RedisConnection): RedisLink {
  return {
    get client() {
      const { isUp, client } = connection();
      if (!isUp) throw unknownPlace();
      return client;
    },
    subscriber: () => connection().subscriber(),
    explain: (error) => (error instanceof UnavailableError ? error : connection().explain(error)),
  };
}

const unknownPlace = (): UnavailableError =>
  new UnavailableError('Redis is out of reach', ADVISED_SECONDS.store);
