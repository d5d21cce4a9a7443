import type { HistoryGroup, HistoryKey, HostFacts, SnapshotVersion } from '../../../../model/snapshot.js';
import {
  PageHistory,
  type ForgetFilter,
  type HistoryFinding,
  type HistoryUsage,
  type RecordResult,
  type RememberedPage,
  type SnapshotUpdate,
} from '../../../../ports/stores/page-history.port.js';
import type { StoreBounds } from '../../../page-store/owner-bytes.js';
import { HISTORY_STORE } from '../../pages/history-keys.js';
import { RedisPageHistory } from '../../redis.page-history.js';
import type { RedisShards } from '../redis-shards.js';
import { OwnerStores } from './owner-stores.js';
import { ShardedChangeLog } from './sharded.change-log.js';
import { noneIfAway } from './sharded.page-cache.js';
import { ShardedBodyPacks } from './sharded.body-packs.js';
import { SharedBounds } from './shared-bounds.js';

const USED = [`${HISTORY_STORE}:owners`];

/** Pages of each tag of an owner, with their feed, on its shard. */
export class ShardedPageHistory extends PageHistory {
  private readonly log: ShardedChangeLog;
  private readonly shared: SharedBounds;
  private readonly packs: ShardedBodyPacks;
  private readonly stores: OwnerStores<RedisPageHistory>;

  /** @param measuredMs time for which a measurement of all shards holds */
  constructor(
    shards: RedisShards,
    private readonly bounds: StoreBounds,
    measuredMs?: number,
  ) {
    super();
    this.shared = new SharedBounds(() => this.stores, HISTORY_STORE, bounds, measuredMs);
    this.stores = new OwnerStores(
      shards,
      ({ link, prefix }, shard) => new RedisPageHistory(link, `${prefix}:`, this.shared.on(shard)),
    );
    this.log = new ShardedChangeLog(this.stores);
    this.packs = new ShardedBodyPacks(HISTORY_STORE, this.stores, USED);
  }

  override get bodies(): ShardedBodyPacks {
    return this.packs;
  }

  override get changes(): ShardedChangeLog {
    return this.log;
  }

  override async find(key: HistoryKey, visitId?: string): Promise<HistoryFinding> {
    return this.of(key).find(key, visitId);
  }

  override async record(
    key: HistoryKey,
    update: SnapshotUpdate,
    expectedRevision: number,
  ): Promise<RecordResult> {
    const result = await this.of(key).record(key, update, expectedRevision);
    if (result.kind === 'recorded') await this.shared.trim();
    return result;
  }

  override async versions(key: HistoryKey): Promise<readonly SnapshotVersion[]> {
    return this.of(key).versions(key);
  }

  /** Of the shards within reach. */
  override async tags(owner: string): Promise<readonly string[]> {
    const stores = await this.stores.where('with-keys', USED);
    const tags = await Promise.all(stores.map((store) => store.tags(owner)));
    return [...new Set(tags.flat())];
  }

  override async groups(owner: string, tag: string): Promise<readonly HistoryGroup[]> {
    return this.of({ owner, tag }).groups(owner, tag);
  }

  override async *remembered(
    group: HistoryGroup,
    hosts: readonly string[] | null,
  ): AsyncGenerator<readonly RememberedPage[]> {
    yield* this.of(group).remembered(group, hosts);
  }

  override async hostFacts(group: HistoryGroup, host: string): Promise<HostFacts | null> {
    return this.of(group).hostFacts(group, host);
  }

  override async keepHostFacts(group: HistoryGroup, host: string, facts: HostFacts): Promise<void> {
    await this.of(group).keepHostFacts(group, host, facts);
  }

  /** @throws UnavailableError unless each node answers */
  override async forget(owner: string, filter: ForgetFilter = {}): Promise<number> {
    const { tag } = filter;
    const stores = tag === undefined ? await this.stores.all(USED) : [this.of({ owner, tag })];
    const removed = await Promise.all(stores.map((store) => store.forget(owner, filter)));
    return removed.reduce((sum, count) => sum + count, 0);
  }

  override async expire(beforeMs: number, verdictsBeforeMs: number): Promise<number> {
    let removed = 0;
    for (const store of await this.stores.where('with-keys', USED))
      removed += await store.expire(beforeMs, verdictsBeforeMs).catch(noneIfAway);
    return removed;
  }

  /** Of the shards within reach. */
  override async usage(): Promise<HistoryUsage> {
    const stores = await this.stores.where('with-keys', USED);
    const usages = await Promise.all(stores.map((store) => store.usage()));
    return { bytes: usages.reduce((sum, { bytes }) => sum + bytes, 0), maxBytes: this.bounds.maxBytes };
  }

  private of({ owner, tag }: Pick<HistoryKey, 'owner' | 'tag'>): RedisPageHistory {
    return this.stores.of(owner, tag);
  }
}
