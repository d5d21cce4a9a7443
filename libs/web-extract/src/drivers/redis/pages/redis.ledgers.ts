import type { FeedName, LedgerRow, LedgerState, SinkSummary } from '../../../model/change-log.js';
import type { LastSync } from '../../../model/last-sync.js';
import { ChangeLog, type LedgerChange } from '../../../ports/stores/change-log.port.js';
import { feedIdsOf } from '../../page-store/feed/feed-rows.js';
import { summariesOf } from '../../page-store/rows.ledgers.js';
import { shortHash } from '../../page-store/pages/short-hash.js';
import type { RedisScripts, ScriptArguments } from '../redis-scripts.js';
import { scanHash } from './scan-hash.js';

/** Writes to a ledger without checking its reservation. */
const ANY_HOLDER = '';

/** A ledger as scripts store it: '' for null, and objects as JSON. */
interface StoredLedger {
  readonly name?: string;
  readonly signature: string;
  readonly job: string;
  readonly lastSync?: string;
  readonly holder: string;
  readonly leasedUntil: number;
}

const textOf = (value: string | object): string =>
  typeof value === 'string' ? value : JSON.stringify(value);
const readEnd = (text?: string): LastSync | null => (text ? (JSON.parse(text) as LastSync) : null);

/** The part of a change log that remembers what sinks have received, in Redis. */
export abstract class RedisLedgers extends ChangeLog {
  constructor(
    protected readonly scripts: RedisScripts,
    protected readonly prefix: string,
  ) {
    super();
  }

  override async takeLedger(
    name: FeedName,
    sink: string,
    { holder, leaseMs, maxLedgers }: { readonly holder: string; readonly leaseMs: number; readonly maxLedgers: number }, // prettier-ignore
  ): Promise<LedgerState | 'full' | null> {
    const args = [feedIdsOf(name).id, shortHash(sink), holder, Date.now(), leaseMs, maxLedgers, sink];
    const reply = (await this.run('ledger-take', args)) as string | null;
    if (reply === null || reply === 'full') return reply;
    const { signature, job, lastSync } = JSON.parse(reply) as StoredLedger;
    return { signature: signature || null, job: job || null, lastSync: readEnd(lastSync) };
  }

  override async ledgers(feed: FeedName, limit: number): Promise<readonly SinkSummary[]> {
    const key = this.name('feed-sinks', feedIdsOf(feed).id);
    const rows = (await this.scripts.send((client) => client.hvals(key))).slice(0, limit);
    const stored = rows.map((row) => JSON.parse(row) as StoredLedger);
    const sinks = stored.map(({ holder, lastSync, ...row }) => ({ ...row, holder: holder || null, lastSync: readEnd(lastSync) })); // prettier-ignore
    return summariesOf(sinks, Date.now());
  }

  override async leaveLedger(name: FeedName, sink: string, holder: string): Promise<void> {
    await this.run('ledger-change', [feedIdsOf(name).id, shortHash(sink), holder, 'leave']);
  }

  override async noteLedger(
    name: FeedName,
    sink: string,
    holder: string,
    change: Partial<LedgerState>,
  ): Promise<boolean> {
    const fields = Object.entries(change).flatMap(([field, value]) => [field, textOf(value ?? '')]);
    return (await this.run('ledger-change', [feedIdsOf(name).id, shortHash(sink), holder, ...fields])) === 1;
  }

  override async *ledger(name: FeedName, sink: string): AsyncGenerator<readonly LedgerRow[]> {
    const key = this.name('feed-ledger', `${feedIdsOf(name).id} ${shortHash(sink)}`);
    for await (const rows of scanHash(this.scripts, key))
      yield rows.map(([, row]) => JSON.parse(row) as LedgerRow);
  }

  override async ledgerRow(name: FeedName, sink: string, page: string): Promise<LedgerRow | null> {
    const key = this.name('feed-ledger', `${feedIdsOf(name).id} ${shortHash(sink)}`);
    const row = await this.scripts.send((client) => client.hget(key, page));
    return row === null ? null : (JSON.parse(row) as LedgerRow);
  }

  override async writeLedger(
    name: FeedName,
    sink: string,
    holder: string,
    { page, row }: LedgerChange,
  ): Promise<boolean> {
    const { owner, id } = feedIdsOf(name);
    const text = row ? JSON.stringify(row) : '';
    return (await this.run('ledger-write', [owner, id, shortHash(sink), holder, page, text])) === 1;
  }

  /** Deletes the ledgers of a feed. @param owner its hash */
  protected async forgetLedgers(owner: string, id: string): Promise<void> {
    for (const sink of await this.scripts.send((client) => client.hkeys(this.name('feed-sinks', id))))
      for await (const rows of scanHash(this.scripts, this.name('feed-ledger', `${id} ${sink}`)))
        for (const [page] of rows) await this.run('ledger-write', [owner, id, sink, ANY_HOLDER, page, '']);
  }

  protected run(name: string, args: ScriptArguments): Promise<unknown> {
    return this.scripts.run(`history/${name}`, [this.prefix], args);
  }

  protected name(kind: string, of: string): string {
    return `${this.prefix}${kind}:${of}`;
  }
}
