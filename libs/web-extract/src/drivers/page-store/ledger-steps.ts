import type { FeedName, LedgerRow } from '../../model/change-log.js';
import type { LedgerStep } from '../../ports/stores/ledger-transactions.port.js';
import { feedIdsOf, type SinkRow } from './feed/feed-rows.js';
import type { OwnerBytes } from './owner-bytes.js';
import { shortHash } from './pages/short-hash.js';
import type { Rows } from './row-store.js';

/** Steps of ledgers over the rows of a store. */
export class LedgerSteps {
  constructor(private readonly bytes: OwnerBytes) {}

  /** @returns false if the holder has lost the ledger, or the row of the page has changed: nothing is written */
  apply(rows: Rows, { feed, sink, holder, change }: LedgerStep): boolean {
    const { id } = feedIdsOf(feed);
    if (rows.get<SinkRow>('feedSinks', id, shortHash(sink))?.holder !== holder) return false;
    if (change.kind === 'none') return true;
    const before = rows.get<LedgerRow>('feedLedgers', ledgerOf(feed, sink), change.page) ?? null;
    if (!isSameRow(before, change.from)) return false;
    this.write(rows, { feed, sink, page: change.page, before, after: change.to });
    return true;
  }

  /** Replaces the row of a page. */
  write(rows: Rows, { feed, sink, page, before, after }: RowReplacement): void {
    if (after) rows.put('feedLedgers', ledgerOf(feed, sink), page, after);
    else rows.remove('feedLedgers', ledgerOf(feed, sink), page);
    this.bytes.add(rows, feedIdsOf(feed).owner, bytesOfLedger(after) - bytesOfLedger(before));
  }
}

interface RowReplacement {
  readonly feed: FeedName;
  readonly sink: string;
  readonly page: string;
  readonly before: LedgerRow | null;
  readonly after: LedgerRow | null;
}

/** Partition of the rows of a ledger. */
export const ledgerOf = (name: FeedName, sink: string): string => `${feedIdsOf(name).id} ${shortHash(sink)}`;

export const bytesOfLedger = (row: LedgerRow | null): number =>
  row ? 120 + row.url.length + 60 * row.chunks.length : 0;

/** Rows are JSON with fields in the order in which they were written. */
const isSameRow = (a: LedgerRow | null, b: LedgerRow | null): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
