import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { nodeOf } from '../connection/cluster-nodes.js';
import { isCluster } from '../connection/redis-cluster.js';
import type { RedisConnection } from '../connection/redis-connection.js';
import type { RedisLink } from '../connection/redis-link.js';
import { ShardMapError } from './shard-map.error.js';
import { checkLayout, checkLayoutLater } from './layout-version.js';
import { MapReader } from './map-reader.js';
import { checkSchema, laterSchema, readMap, SCHEMA, usableAt, type ShardMap } from './shard-map.js';
import { beingMoved, linkTo, unknownPlace } from './shard-link.js';
import { SHARDS, shardOf, shardPrefix } from './shard-of.js';

/** A place for keys: which Redis, and how they begin. */
export interface RedisPlace {
  readonly link: RedisLink;
  /** Without a separator at its end. */
  readonly prefix: string;
}

/** Intervals of a process in milliseconds. */
export interface MapIntervals {
  /** The map is read again after this time. */
  readonly readMs: number;
  /** A map that was read before is not used: its shards may have moved. */
  readonly validMs: number;
}

export const MAP_INTERVALS: MapIntervals = { readMs: 5_000, validMs: 12_000 };
const LOOK_FOR_MISSING_MS = 1_000;
const ALL: readonly number[] = Array.from({ length: SHARDS }, (_, n) => n);

/**
 * The Redis of a deployment, and which of them has which of 64 virtual shards. A single Redis without a map has no shards: its keys
 * have the plain prefix. A Cluster has them all, and places them by their hash tags.
 */
@Injectable()
export class RedisShards implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('WebExtract');
  private readonly reader: MapReader;
  private map: ShardMap | null = null;
  private readAt = -Infinity;
  private inferred: readonly [name: string, connection: RedisConnection] | null = null;
  private readonly moved: ((shard: number) => void)[] = [];
  private reported: string | null = null;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;
  private stopChecking = (): void => {};
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
    private readonly intervals: MapIntervals = MAP_INTERVALS,
  ) {
    this.reader = new MapReader(connections, prefix);
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
    return this.isSharded ? this.shard(this.shardOfParts(...parts)) : this.home;
  }

  /** The shard of what belongs together. */
  shardOfParts(...parts: readonly string[]): number {
    return shardOf(parts.join('\n'));
  }

  /** The place of what is not divided: on the first Redis. */
  get home(): RedisPlace {
    const prefix = this.kind === 'cluster' ? `${this.prefix}{home}` : this.prefix;
    return { link: this.first, prefix };
  }

  /** True if data of owners from the time before it was divided may be at `home`. @throws UnavailableError while that is not known */
  hasUndivided(): boolean {
    if (this.kind !== 'list') return true;
    if (this.map === null) throw unknownPlace();
    return this.map.isDivided !== true;
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

  /** Shards by their Redis, or by their node of a Cluster: one script may read them together. */
  groups(): readonly (readonly number[])[] {
    const groups = new Map<RedisConnection | Redis | number | null, number[]>();
    for (const shard of ALL) {
      const place = this.kind === 'cluster' ? (this.nodeOf(shard) ?? shard) : this.connectionIfKnown(shard);
      groups.set(place, [...(groups.get(place) ?? []), shard]);
    }
    return [...groups.values()];
  }

  /** The node of a Cluster that has a shard, as far as known; null if this is no Cluster. */
  nodeOf(shard: number): Redis | null {
    const client: object = this.kind === 'cluster' ? this.first.client : {};
    return isCluster(client) ? nodeOf(client, this.shard(shard).prefix) : null;
  }

  /** True if the Redis of a shard answers, as far as known. */
  isUp(shard: number): boolean {
    return this.connectionIfKnown(shard)?.isUp ?? false;
  }

  /** Null while the shard is being moved, too. */
  private connectionIfKnown(shard: number): RedisConnection | null {
    try {
      return this.connectionOf(shard);
    } catch {
      return null;
    }
  }

  /** Calls a listener with each shard that has got another Redis, or can be used again. */
  onMove(listener: (shard: number) => void): void {
    this.moved.push(listener);
  }

  /** Reads the map, and writes it at the first start. A Redis that is away does not prevent the start. @throws ShardMapError */
  async onModuleInit(): Promise<void> {
    if (this.kind !== 'list') return this.checkAtStart();
    await this.look();
    const problem = this.problem();
    if (problem !== null) throw new ShardMapError(problem);
    this.lookAgain();
  }

  onApplicationShutdown(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.stopChecking();
  }

  private lookAgain(): void {
    if (this.isClosed) return;
    const isSettled = this.map !== null && this.reader.isWhole && !this.isOutdated;
    this.timer = setTimeout(
      () => void this.lookWhileRunning().finally(() => this.lookAgain()),
      isSettled ? this.intervals.readMs : Math.min(this.intervals.readMs, LOOK_FOR_MISSING_MS),
    ).unref();
  }

  /** A running process reports each problem once, and uses the shards that it can. */
  private async lookWhileRunning(): Promise<void> {
    const problem = await this.look().then(
      () => this.problem(),
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (problem !== null && problem !== this.reported) this.logger.error(problem);
    this.reported = problem;
  }

  private async look(): Promise<void> {
    const readAt = performance.now();
    const map = await this.reader.read();
    if (map === null) return;
    const former = this.map;
    this.map = map;
    this.readAt = readAt;
    this.inferMissing();
    const moved = ALL.filter((shard) => {
      const name = usableAt(map, shard);
      return name !== null && name !== usableAt(former, shard);
    });
    for (const shard of moved) for (const listener of this.moved) listener(shard);
  }

  /** Problem of the list, or of this process. */
  private problem(): string | null {
    if (this.map === null) return null;
    const { schema, first } = this.map;
    if (schema > SCHEMA) return laterSchema(schema);
    if (!this.reader.isWhole) return null;
    const missing = this.missingNames().length;
    if (missing > 0) {
      return `The list of Redis lacks ${missing} that have shards: add them to drivers.redis (REDIS_URL). To remove a Redis, first move its shards: nestjs-web-extract admin move-shard`;
    }
    if (this.reader.byName.get(first) === this.first) return null;
    return 'The first Redis of the list has changed: it has the queue, list it first again';
  }

  private missingNames(): string[] {
    const { first, shards } = this.map!;
    return [...new Set([first, ...shards])].filter((name) => !this.reader.byName.has(name));
  }

  /** With one Redis away and one name without a connection, they belong together. */
  private inferMissing(): void {
    const names = this.missingNames();
    const known = this.reader.known();
    const away = this.connections.filter((connection) => !known.includes(connection));
    this.inferred = names.length === 1 && away.length === 1 ? [names[0]!, away[0]!] : null;
  }

  /** Shards may have moved since the map was read. */
  private get isOutdated(): boolean {
    return performance.now() - this.readAt > this.intervals.validMs;
  }

  private connectionOf(shard: number): RedisConnection {
    if (this.kind !== 'list') return this.first;
    const { map } = this;
    if (map === null || this.isOutdated || map.schema > SCHEMA) throw unknownPlace();
    const name = usableAt(map, shard);
    if (name === null) throw beingMoved();
    const { byName } = this.reader;
    const connection = byName.get(name) ?? (this.inferred?.[0] === name ? this.inferred[1] : undefined);
    if (!connection) throw unknownPlace();
    return connection;
  }

  private async checkAtStart(): Promise<void> {
    try {
      await this.checkUndivided();
    } catch (error) {
      if (error instanceof ShardMapError) throw error;
      const report = (message: string) => this.logger.error(message);
      this.stopChecking = checkLayoutLater(this.first, () => this.checkUndivided(), report);
    }
  }

  /** A single Redis with a map belongs to several. */
  private async checkUndivided(): Promise<void> {
    await checkLayout(this.first, this.home.prefix);
    const map = this.kind === 'single' ? await readMap(this.first, this.prefix) : null;
    if (map === null) return;
    checkSchema(map.schema);
    throw new ShardMapError(
      'This Redis has shards of a deployment with several: list all of them in drivers.redis (REDIS_URL)',
    );
  }
}
