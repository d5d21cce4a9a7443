import { randomUUID } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { CrawlJob, CrawlNote, CrawlStatus, CrawlUrl } from '../../../model/crawl/crawl.js';
import { UnavailableError } from '../../../model/errors.js';
import type { MergedData } from '../../../model/extraction/merging.js';
import {
  CrawlStore,
  type CrawlChange,
  type CrawlList,
  type CreateResult,
  type NewCrawl,
} from '../../../ports/stores/crawl-store.port.js';
import { usedKeyOf } from '../../crawl-store/used-key.js';
import { RedisCrawlStore, type RedisStoreOptions } from '../redis.crawl-store.js';
import type { CrawlPlaces } from './crawl-places.js';
import { dueShards } from './due-shards.js';
import { OwnerRooms } from './owner-rooms.js';
import type { RedisShards } from './redis-shards.js';
import { ShardScripts } from './shard-scripts.js';
import { SHARDS, shardOf, shardOfKey } from './shard-of.js';
import { ShardedFrontier } from './sharded.frontier.js';
import { ShardedResultSegments } from './sharded.result-segments.js';
import { ShardedResultStore } from './sharded.result-store.js';
import { ShardedWebhookOutbox } from './sharded.webhook-outbox.js';

/**
 * Crawls on a Cluster: each has a shard, which follows from its id, and is there what it would be on one Redis. With a node out of
 * reach, the crawls of its shards fail with UnavailableError, and lists lack them.
 */
@Injectable()
export class ShardedCrawlStore
  extends CrawlStore
  implements CrawlPlaces, OnApplicationBootstrap, OnApplicationShutdown
{
  readonly isShared = true;
  override readonly server = 'Redis';
  readonly stores: readonly RedisCrawlStore[];
  readonly scripts: ShardScripts;
  readonly frontier: ShardedFrontier;
  readonly results: ShardedResultStore;
  override readonly segments: ShardedResultSegments;
  readonly outbox: ShardedWebhookOutbox;
  private readonly rooms: OwnerRooms;
  /** A node did not answer to the last list. */
  private isListPartial = false;

  constructor(
    private readonly shards: RedisShards,
    options: Pick<RedisStoreOptions, 'maxMemoryBytes'> = {},
  ) {
    super();
    this.stores = Array.from({ length: SHARDS }, (_, n) => {
      const { link, prefix } = shards.shard(n);
      return new RedisCrawlStore(link, { ...options, keyPrefix: `${prefix}:` });
    });
    this.scripts = new ShardScripts(shards);
    this.rooms = new OwnerRooms(shards, (id) => this.find(id));
    this.frontier = new ShardedFrontier(this);
    this.results = new ShardedResultStore(this);
    this.segments = new ShardedResultSegments(this);
    this.outbox = new ShardedWebhookOutbox(this);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.stores[0]!.warnAtStart().catch(() => {});
  }

  /** Commands sent to Redis by crawls. */
  get roundTrips(): number {
    return this.stores.reduce((sum, { roundTrips }) => sum + roundTrips, 0);
  }

  override newId(owner: string, idempotencyKey: string | null): string {
    let id = randomUUID();
    if (idempotencyKey === null) return id;
    while (shardOf(id) !== shardOfKey(owner, idempotencyKey)) id = randomUUID();
    return id;
  }

  override get isPartial(): boolean {
    return this.isListPartial || !this.shards.isUp;
  }

  storeOf(crawlId: string): RedisCrawlStore {
    return this.stores[shardOf(crawlId)]!;
  }

  async create(crawl: NewCrawl): Promise<CreateResult> {
    const { job, idempotencyKey, room, ...rest } = crawl;
    const { id, owner } = job;
    const refusal = await this.rooms.reserve(owner, id, room);
    // a repeated submission is reported as such, also by an owner without room
    if (refusal !== null) return (await this.isKeyUsed(id, owner, idempotencyKey)) ? 'key-used' : refusal;
    const result = await this.storeOf(id).create({ ...rest, job, idempotencyKey });
    if (result !== 'created') await this.rooms.settle(owner, id, 'gone').catch(() => {}); // corrected later
    return result;
  }

  /** @throws UnavailableError if no node answers */
  async checkReady(): Promise<void> {
    await Promise.any(this.firstShards().map((shard) => this.stores[shard]!.checkReady())).catch(
      ({ errors }: AggregateError) => Promise.reject(errors[0] as Error),
    );
  }

  find(crawlId: string): Promise<CrawlJob | null> {
    return this.storeOf(crawlId).find(crawlId);
  }

  isExpired(crawlId: string): Promise<boolean> {
    return this.storeOf(crawlId).isExpired(crawlId);
  }

  async running(owner: string | null): Promise<CrawlNote[]> {
    const kind = owner === null ? 'running' : 'own running';
    const { notes } = await this.list(kind, owner);
    return notes.sort((a, b) => a.createdAt - b.createdAt);
  }

  async ofOwner(owner: string): Promise<CrawlNote[]> {
    return (await this.listOfOwner(owner)).notes;
  }

  override async listOfOwner(owner: string): Promise<OwnList> {
    const { notes, isPartial } = await this.list('own', owner);
    return { notes: notes.sort((a, b) => b.createdAt - a.createdAt), isPartial };
  }

  async finish(
    crawlId: string,
    status: Exclude<CrawlStatus, 'running'>,
    error: string | null,
    retentionMs: number,
    gathered: MergedData | null = null,
  ): Promise<boolean> {
    const store = this.storeOf(crawlId);
    const isEnded = await store.finish(crawlId, status, error, retentionMs, gathered);
    if (isEnded) await this.settleRoom(store, crawlId);
    return isEnded;
  }

  async reopen(crawlId: string, urls: readonly CrawlUrl[]): Promise<boolean> {
    const store = this.storeOf(crawlId);
    const isOpen = await store.reopen(crawlId, urls);
    if (isOpen) await this.settleRoom(store, crawlId);
    return isOpen;
  }

  override async keepUntil(crawlId: string, expiresAt: number): Promise<boolean> {
    const store = this.storeOf(crawlId);
    const isKept = await store.keepUntil(crawlId, expiresAt);
    if (isKept) await this.settleRoom(store, crawlId);
    return isKept;
  }

  subscribe(crawlId: string, listener: (change: CrawlChange) => void): () => void {
    return this.storeOf(crawlId).subscribe(crawlId, listener);
  }

  async expire(nowMs: number): Promise<number> {
    let gone = 0;
    this.rooms.deletedBy = nowMs;
    const answers = await this.scripts.each('due', ['expiry', nowMs], dueShards);
    for (const shard of answers) gone += await this.stores[shard]!.expire(nowMs).catch(ifAway(0));
    return gone;
  }

  onApplicationShutdown(): void {
    this.close();
  }

  /** Stops all notifications. */
  close(): void {
    for (const store of this.stores) store.close();
  }

  private async list(kind: string, owner: string | null): Promise<OwnList> {
    const { answers, failure } = await this.scripts.ask('ids', [kind, owner ?? ''], (reply, shards) =>
      Promise.all(
        (reply as string[][]).map((ids, n) =>
          ids.length === 0 ? [] : this.stores[shards[n]!]!.notesOf(ids),
        ),
      ),
    );
    this.isListPartial = failure !== null;
    return { notes: answers.flat(), isPartial: this.isPartial };
  }

  /** What fails here is corrected when the owner has no room left. */
  private async settleRoom(store: RedisCrawlStore, crawlId: string): Promise<void> {
    try {
      const job = await store.find(crawlId);
      const { owner, expiresAt } = job ?? {};
      if (owner === undefined) return;
      await this.rooms.settle(owner, crawlId, expiresAt ?? 'running');
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
    }
  }

  private async isKeyUsed(id: string, owner: string, key: string | null): Promise<boolean> {
    return key !== null && this.storeOf(id).isKeyUsed(usedKeyOf(owner, key));
  }

  private firstShards(): number[] {
    return this.shards.groups().map(([shard]) => shard!);
  }
}

interface OwnList extends CrawlList {
  readonly notes: CrawlNote[];
}

/** Answers of a node that is away. */
function ifAway<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof UnavailableError) return value;
    throw error;
  };
}
