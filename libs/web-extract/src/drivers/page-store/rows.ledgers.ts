import type { FeedName, LedgerRow, LedgerState, SinkSummary } from '../../model/change-log.js';
import { ChangeLog, type LedgerChange } from '../../ports/stores/change-log.port.js';
import { feedIdsOf, type SinkRow } from './feed/feed-rows.js';
import type { OwnerBytes } from './owner-bytes.js';
import type { RowStore } from './row-store.js';
import { shortHash } from './pages/short-hash.js';

/** The part of a change log that remembers what sinks have received, in a store of rows. */
export abstract class RowsLedgers extends ChangeLog {
  constructor(
    protected readonly store: () => Promise<RowStore>,
    private readonly bytes: OwnerBytes,
  ) {
    super();
  }

  override async takeLedger(
    name: FeedName,
    sink: string,
    { holder, leaseMs, maxLedgers }: { readonly holder: string; readonly leaseMs: number; readonly maxLedgers: number }, // prettier-ignore
  ): Promise<LedgerState | 'full' | null> {
    const { id } = feedIdsOf(name);
    return (await this.store()).change((rows) => {
      const key = shortHash(sink);
      const before = rows.get<SinkRow>('feedSinks', id, key);
      if (!before && rows.first('feedSinks', id, maxLedgers).length >= maxLedgers) return 'full';
      const now = Date.now();
      if (before?.holder != null && before.holder !== holder && before.leasedUntil > now) return null;
      const { signature = null, job = null, lastSync = null } = before ?? {};
      const state = { signature, job, lastSync };
      const lease = { holder, leasedUntil: now + leaseMs };
      rows.put('feedSinks', id, key, { name: sink, ...state, ...lease } satisfies SinkRow);
      return state;
    });
  }

  override async ledgers(name: FeedName, limit: number): Promise<readonly SinkSummary[]> {
    const store = await this.store();
    const rows = await store.look((all) => all.first<SinkRow>('feedSinks', feedIdsOf(name).id, limit));
    return summariesOf(
      rows.map(([, row]) => row),
      Date.now(),
    );
  }

  override async leaveLedger(name: FeedName, sink: string, holder: string): Promise<void> {
    await this.changeSink(name, sink, holder, (row) => ({ ...row, holder: null, leasedUntil: 0 }));
  }

  override async noteLedger(
    name: FeedName,
    sink: string,
    holder: string,
    change: Partial<LedgerState>,
  ): Promise<boolean> {
    return this.changeSink(name, sink, holder, (row) => ({ ...row, ...change }));
  }

  override async *ledger(name: FeedName, sink: string): AsyncGenerator<readonly LedgerRow[]> {
    const store = await this.store();
    for await (const part of store.parts<LedgerRow>('feedLedgers', ledgerOf(name, sink)))
      yield part.map(([, row]) => row);
  }

  override async ledgerRow(name: FeedName, sink: string, page: string): Promise<LedgerRow | null> {
    const store = await this.store();
    const row = await store.look((rows) => rows.get<LedgerRow>('feedLedgers', ledgerOf(name, sink), page));
    return row ?? null;
  }

  override async writeLedger(
    name: FeedName,
    sink: string,
    holder: string,
    { page, row }: LedgerChange,
  ): Promise<boolean> {
    const partition = ledgerOf(name, sink);
    const { owner, id } = feedIdsOf(name);
    const store = await this.store();
    return store.change((rows) => {
      if (rows.get<SinkRow>('feedSinks', id, shortHash(sink))?.holder !== holder) return false;
      const before = rows.get<LedgerRow>('feedLedgers', partition, page);
      if (row) rows.put('feedLedgers', partition, page, row);
      else rows.remove('feedLedgers', partition, page);
      this.bytes.add(rows, owner, (row ? bytesOfLedger(row) : 0) - (before ? bytesOfLedger(before) : 0));
      return true;
    });
  }

  /** Deletes the ledgers of a feed. @param owner its hash */
  async forgetLedgers(owner: string, feed: string): Promise<void> {
    const store = await this.store();
    for await (const part of store.parts('feedSinks', feed))
      for (const [sink] of part) await this.forgetLedger(store, owner, `${feed} ${String(sink)}`);
    await store.change((rows) => {
      for (const [sink] of rows.first('feedSinks', feed, 1_000)) rows.remove('feedSinks', feed, sink);
    });
  }

  private async forgetLedger(store: RowStore, owner: string, partition: string): Promise<void> {
    for await (const part of store.parts<LedgerRow>('feedLedgers', partition))
      await store.change((rows) => {
        for (const [page, row] of part) {
          rows.remove('feedLedgers', partition, page);
          this.bytes.add(rows, owner, -bytesOfLedger(row));
        }
      });
  }

  private async changeSink(
    name: FeedName,
    sink: string,
    holder: string,
    change: (row: SinkRow) => SinkRow,
  ): Promise<boolean> {
    const { id } = feedIdsOf(name);
    const store = await this.store();
    return store.change((rows) => {
      const row = rows.get<SinkRow>('feedSinks', id, shortHash(sink));
      if (row?.holder !== holder) return false;
      rows.put('feedSinks', id, shortHash(sink), change(row));
      return true;
    });
  }
}

/** The sinks of ledgers, by name. */
export const summariesOf = (rows: readonly Omit<SinkRow, 'signature'>[], nowMs: number): SinkSummary[] =>
  rows
    .flatMap(({ name, holder, leasedUntil, lastSync = null }) =>
      name === undefined ? [] : [{ name, isRunning: holder !== null && leasedUntil > nowMs, lastSync }],
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));

const ledgerOf = (name: FeedName, sink: string): string => `${feedIdsOf(name).id} ${shortHash(sink)}`;

const bytesOfLedger = ({ url, chunks }: LedgerRow): number => 120 + url.length + 60 * chunks.length;
