import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FeedName, LedgerRow, LedgerState } from '../../model/change-log.js';
import { ConflictError, RateLimitedError } from '../../model/errors.js';
import type { LastSync } from '../../model/last-sync.js';
import type { ChangeLog, LedgerChange } from '../../ports/stores/change-log.port.js';
import type { LedgerChangeStep } from '../../ports/stores/ledger-transactions.port.js';

/** A reservation ends this long after its holder was killed. */
const LEASE_MS = 15_000;
const RENEWAL_MS = 5_000;
const LOOK_MS = 500;

/** The ledger of a sink, reserved for one sync. */
export class HeldLedger {
  private readonly loss = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private renewal: Promise<void> = Promise.resolve();
  private current: LedgerState;

  private constructor(
    readonly log: ChangeLog,
    readonly feed: FeedName,
    private readonly sink: string,
    private readonly holder: string,
    taken: LedgerState,
  ) {
    this.current = taken;
  }

  get state(): LedgerState {
    return this.current;
  }

  /**
   * Reserves a ledger; waits until the reservation of a killed process has ended.
   * @throws ConflictError if it stays reserved, RateLimitedError if the tag has too many, the reason of the signal
   */
  static async take(
    log: ChangeLog,
    feed: FeedName,
    sink: string,
    { maxLedgers, signal }: { readonly maxLedgers: number; readonly signal: AbortSignal },
  ): Promise<HeldLedger> {
    const holder = randomUUID();
    const claim = { holder, leaseMs: LEASE_MS, maxLedgers };
    for (const until = performance.now() + LEASE_MS + RENEWAL_MS; ;) {
      const state = await log.takeLedger(feed, sink, claim);
      if (state === 'full')
        throw new RateLimitedError(`a tag has at most ${maxLedgers} sinks (history.maxLedgers)`, 1);
      if (state) return new HeldLedger(log, feed, sink, holder, state).renewed(claim);
      if (performance.now() > until) throw alreadySynced();
      await sleep(LOOK_MS, null, { signal }).catch(() => signal.throwIfAborted());
    }
  }

  /** Aborts when another sync has the ledger. */
  get lost(): AbortSignal {
    return this.loss.signal;
  }

  rows(): AsyncIterable<readonly LedgerRow[]> {
    return this.log.ledger(this.feed, this.sink);
  }

  row(page: string): Promise<LedgerRow | null> {
    return this.log.ledgerRow(this.feed, this.sink, page);
  }

  /** @throws ConflictError if another sync has the ledger */
  async write(change: LedgerChange): Promise<void> {
    this.check(await this.log.writeLedger(this.feed, this.sink, this.holder, change));
  }

  /** @throws ConflictError if another sync has the ledger */
  /**
   * Prepares a step for a transaction.
   * @returns its name
   * @throws ConflictError if another sync has the ledger
   */
  async prepare(change: LedgerChangeStep, timeoutMs: number): Promise<string> {
    const { log, feed, sink, holder } = this;
    const name = await log.transactions!.prepare({ feed, sink, holder, change }, timeoutMs); // syncs that need it are refused without it
    this.check(name !== null);
    return name!;
  }

  /** Notes that the sink is in no known state, until it was filled: the next sync would clear it. */
  async noteUnfilled(): Promise<void> {
    this.current = { ...this.current, signature: null }; // before it is stored: a renewal might take it for a ledger that was forgotten
    await this.note({ signature: null });
  }

  async note(change: Partial<LedgerState>): Promise<void> {
    this.check(await this.log.noteLedger(this.feed, this.sink, this.holder, change));
    this.current = { ...this.current, ...change };
  }

  /** Stores how the sync ended, to be shown: without the store, or under another holder, it is not. */
  async noteEnd(lastSync: LastSync): Promise<void> {
    await this.log.noteLedger(this.feed, this.sink, this.holder, { lastSync }).catch(() => {});
  }

  async leave(): Promise<void> {
    clearInterval(this.timer);
    await this.renewal; // it would reserve the ledger again
    await this.log.leaveLedger(this.feed, this.sink, this.holder).catch(() => {}); // it ends by itself
  }

  private renewed(claim: Parameters<ChangeLog['takeLedger']>[2]): this {
    this.timer = setInterval(() => {
      this.renewal = this.renew(claim).catch(() => {}); // the next one, or a write, reports it
    }, RENEWAL_MS);
    return this;
  }

  private async renew(claim: Parameters<ChangeLog['takeLedger']>[2]): Promise<void> {
    const expected = this.current.signature;
    const state = await this.log.takeLedger(this.feed, this.sink, claim);
    const isUnfilled = this.current.signature === null;
    const isForgotten =
      state === 'full' || (state && state.signature === null && expected !== null && !isUnfilled);
    if (state === null || isForgotten) this.loss.abort(alreadySynced());
  }

  private check(isHeld: boolean): void {
    if (isHeld) return;
    this.loss.abort(alreadySynced());
    throw alreadySynced();
  }
}

export const alreadySynced = (): ConflictError =>
  new ConflictError(
    'Another sync of this sink is running, or its tag was forgotten: try again when it has ended',
  );
