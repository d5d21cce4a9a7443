import type {
  ChunkRef,
  FeedName,
  FeedPage,
  FeedSettings,
  FeedState,
  LedgerRow,
  LedgerState,
  PendingRemoval,
  SinkSummary,
  StoredEntry,
} from '../../../../model/change-log.js';
import type { HistoryKey } from '../../../../model/snapshot.js';
import { shortHash } from '../../../page-store/pages/short-hash.js';
import {
  ChangeLog,
  type CorpusPage,
  type EntryPage,
  type EntryRange,
  type FeedLimits,
  type LedgerChange,
} from '../../../../ports/stores/change-log.port.js';
import { HISTORY_STORE } from '../../pages/history-keys.js';
import type { RedisChangeLog } from '../../redis.change-log.js';
import type { RedisPageHistory } from '../../redis.page-history.js';
import type { OwnerStores } from './owner-stores.js';

/** The feed of each tag of an owner, on its shard. */
export class ShardedChangeLog extends ChangeLog {
  constructor(private readonly stores: OwnerStores<RedisPageHistory>) {
    super();
  }

  override async open(
    name: FeedName,
    settings: FeedSettings,
    { maxFeeds }: FeedLimits,
    change?: { readonly maxChunkTokens: number | null },
  ): Promise<FeedState | null> {
    const log = this.of(name);
    const known = await log.state(name);
    if (known) return log.open(name, settings, { maxFeeds }, change);
    const [tags, here] = await Promise.all([this.tags(name.owner), log.tags(name.owner)]);
    return log.open(name, settings, { maxFeeds: maxFeeds - (tags.length - here.length) }, change);
  }

  override async state(name: FeedName): Promise<FeedState | null> {
    return this.of(name).state(name);
  }

  /** @throws UnavailableError unless each node answers */
  override async tags(owner: string): Promise<readonly string[]> {
    const stores = await this.stores.all([`${HISTORY_STORE}:feeds:${shortHash(owner)}`]);
    const tags = await Promise.all(stores.map(({ changes }) => changes.tags(owner)));
    return [...new Set(tags.flat())];
  }

  override async page(key: HistoryKey): Promise<FeedPage | null> {
    return this.of(key).page(key);
  }

  override async chunksOf(name: FeedName, seq: number): Promise<readonly ChunkRef[] | null> {
    return this.of(name).chunksOf(name, seq);
  }

  override async read(name: FeedName, range: EntryRange): Promise<EntryPage> {
    return this.of(name).read(name, range);
  }

  override async entry(name: FeedName, seq: number): Promise<StoredEntry | null> {
    return this.of(name).entry(name, seq);
  }

  override async *pages(name: FeedName): AsyncGenerator<readonly CorpusPage[]> {
    yield* this.of(name).pages(name);
  }

  override async *pending(name: FeedName): AsyncGenerator<readonly PendingRemoval[]> {
    yield* this.of(name).pending(name);
  }

  override async settle(
    name: FeedName,
    decision: { readonly remove: readonly string[]; readonly hold: readonly string[] },
  ): Promise<number> {
    return this.of(name).settle(name, decision);
  }

  override async takeLedger(
    name: FeedName,
    sink: string,
    claim: { readonly holder: string; readonly leaseMs: number; readonly maxLedgers: number },
  ): Promise<LedgerState | 'full' | null> {
    return this.of(name).takeLedger(name, sink, claim);
  }

  override async leaveLedger(name: FeedName, sink: string, holder: string): Promise<void> {
    await this.of(name).leaveLedger(name, sink, holder);
  }

  override async noteLedger(
    name: FeedName,
    sink: string,
    holder: string,
    change: Partial<LedgerState>,
  ): Promise<boolean> {
    return this.of(name).noteLedger(name, sink, holder, change);
  }

  override async ledgers(name: FeedName, limit: number): Promise<readonly SinkSummary[]> {
    return this.of(name).ledgers(name, limit);
  }

  override async ledgerRow(name: FeedName, sink: string, page: string): Promise<LedgerRow | null> {
    return this.of(name).ledgerRow(name, sink, page);
  }

  override async *ledger(name: FeedName, sink: string): AsyncGenerator<readonly LedgerRow[]> {
    yield* this.of(name).ledger(name, sink);
  }

  override async writeLedger(
    name: FeedName,
    sink: string,
    holder: string,
    change: LedgerChange,
  ): Promise<boolean> {
    return this.of(name).writeLedger(name, sink, holder, change);
  }

  private of({ owner, tag }: FeedName): RedisChangeLog {
    return this.stores.of(owner, tag).changes;
  }
}
