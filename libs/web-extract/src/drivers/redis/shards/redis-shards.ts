import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { UnavailableError } from '../../../model/errors.js';
import { ADVISED_SECONDS } from '../../../model/retry/policies.js';
import { nodeOf } from '../connection/cluster-nodes.js';
import { isCluster } from '../connection/redis-cluster.js';
import type { RedisConnection } from '../connection/redis-connection.js';
import type { RedisLink } from '../connection/redis-link.js';
import { checkLayout, checkLayoutLater, RedisLayoutError } from './layout-version.js';
import { SHARDS, shardOf, shardPrefix } from './shard-of.js';

/** A place for keys: which Redis, and how they begin. */
export interface RedisPlace {
  readonly link: RedisLink;
  /** Without a separator at its end. */
  readonly prefix: string;
}

const ALL: readonly number[] = Array.from({ length: SHARDS }, (_, n) => n);

/**
 * The Redis of a deployment. A single one has no shards: its keys have the plain prefix. A Cluster has 64, which it places by their hash
 * tags.
 */
@Injectable()
export class RedisShards implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('WebExtract');
  private readonly failingFast: RedisLink;
  private stopChecking = (): void => {};

  /** @param prefix of all keys */
  constructor(
    readonly connection: RedisConnection,
    readonly prefix: string,
  ) {
    this.failingFast = failingFast(connection);
  }

  /** Commands, which fail at once while a Cluster is away: other crawls go on meanwhile. */
  get link(): RedisLink {
    return this.isSharded ? this.failingFast : this.connection;
  }

  /** True for a Cluster. */
  get isSharded(): boolean {
    return isCluster(this.connection.client);
  }

  /** True if Redis answers, as far as known. */
  get isUp(): boolean {
    return this.connection.isUp;
  }

  /** The place of a shard. */
  shard(number: number): RedisPlace {
    return { link: this.failingFast, prefix: shardPrefix(this.prefix, number) };
  }

  /** The place of an owner, an owner and a tag, or a host, with all their data. */
  placeOf(...parts: readonly string[]): RedisPlace {
    return this.isSharded ? this.shard(this.shardOfParts(...parts)) : this.home;
  }

  /** The shard of an owner, an owner and a tag, or a host. */
  shardOfParts(...parts: readonly string[]): number {
    return shardOf(parts.join('\n'));
  }

  /** The place of undivided data. */
  get home(): RedisPlace {
    const prefix = this.isSharded ? `${this.prefix}{home}` : this.prefix;
    return { link: this.connection, prefix };
  }

  /** Shards by their node: one script may read them together. */
  groups(): readonly (readonly number[])[] {
    const groups = new Map<Redis | number, number[]>();
    for (const shard of ALL) {
      const node = this.nodeOf(shard) ?? shard;
      groups.set(node, [...(groups.get(node) ?? []), shard]);
    }
    return [...groups.values()];
  }

  /** The node that has a shard, as far as known. */
  nodeOf(shard: number): Redis | null {
    const { client } = this.connection;
    return isCluster(client) ? nodeOf(client, shardPrefix(this.prefix, shard)) : null;
  }

  /** Checks the layout of the keys. A Redis that is away does not prevent the start. @throws RedisLayoutError */
  async onModuleInit(): Promise<void> {
    const check = () => checkLayout(this.connection, this.home.prefix);
    try {
      await check();
    } catch (error) {
      if (error instanceof RedisLayoutError) throw error;
      const report = (message: string) => this.logger.error(message);
      this.stopChecking = checkLayoutLater(this.connection, check, report);
    }
  }

  onApplicationShutdown(): void {
    this.stopChecking();
  }
}

/** Commands to a Redis that is away fail at once. */
function failingFast(connection: RedisConnection): RedisLink {
  return {
    get client() {
      if (!connection.isUp) throw new UnavailableError('Redis is out of reach', ADVISED_SECONDS.store);
      return connection.client;
    },
    subscriber: () => connection.subscriber(),
    explain: (error) => (error instanceof UnavailableError ? error : connection.explain(error)),
  };
}
