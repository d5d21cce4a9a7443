import type { FeedName, LedgerRow, LedgerState, SinkSummary } from '../../model/change-log.js';
import { ChangeLog, type LedgerChange } from '../../ports/stores/change-log.port.js';
import type { LedgerTransactions } from '../../ports/stores/ledger-transactions.port.js';
import { feedIdsOf, type SinkRow } from './feed/feed-rows.js';
import { bytesOfLedger, ledgerOf, LedgerSteps } from './ledger-steps.js';
import type { OwnerBytes } from './owner-bytes.js';
import type { RowStore } from './row-store.js';
import { shortHash } from './pages/short-hash.js';

/** What ledgers have in common that several processes use. */
export interface SharedLedgers {
  /** Time of leases in milliseconds since the epoch. */
  readonly now: () => Promise<number>;
  readonly transactions: LedgerTransactions;
}

/** The part of a change log that remembers what sinks have received, in a store of rows. */
export abstract class RowsLedgers extends ChangeLog {
  override readonly transactions: LedgerTransactions | null;
  private readonly steps: LedgerSteps;
  private readonly now: () => number | Promise<number>;

  /** @param shared @default one process uses the store */
  constructor(
    protected readonly store: () => Promise<RowStore>,
    private readonly bytes: OwnerBytes,
    shared?: SharedLedgers,
  ) {
    super();
    this.steps = new LedgerSteps(bytes);
    this.now = shared?.now ?? Date.now;
    this.transactions = shared?.transactions ?? null;
  }

  override async takeLedger(
    name: FeedName,
    sink: string,
    { holder, leaseMs, maxLedgers }: { readonly holder: string; readonly leaseMs: number; readonly maxLedgers: number }, // prettier-ignore
  ): Promise<LedgerState | 'full' | null> {
    const { id } = feedIdsOf(name);
    const now = await this.now();
    return (await this.store()).change((rows) => {
      const key = shortHash(sink);
      const before = rows.get<SinkRow>('feedSinks', id, key);
      if (!before && rows.first('feedSinks', id, maxLedgers).length >= maxLedgers) return 'full';
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
      await this.now(),
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
    const { id } = feedIdsOf(name);
    const store = await this.store();
    return store.change((rows) => {
      if (rows.get<SinkRow>('feedSinks', id, shortHash(sink))?.holder !== holder) return false;
      const before = rows.get<LedgerRow>('feedLedgers', ledgerOf(name, sink), page) ?? null;
      this.steps.write(rows, { feed: name, sink, page, before, after: row });
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
