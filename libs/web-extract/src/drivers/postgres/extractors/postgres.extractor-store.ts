import { Injectable } from '@nestjs/common';
import { UnavailableError } from '../../../model/errors.js';
import type { ExtractorJobCounts } from '../../../model/extractor/extractor-view.js';
import type { WaitingMark, WaitingPlace } from '../../../ports/stores/extractor-store.port.js';
import type { BusyReceivers } from '../../../ports/stores/webhook-outbox.port.js';
import { placeOf, RowsExtractorStore, WAITING } from '../../extractor-store/rows.extractor-store.js';
import type { WaitingRow } from '../../extractor-store/waiting-line.js';
import type { Rows } from '../../page-store/row-store.js';
import type { StatementRunner } from '../connection/postgres-connection.js';
import { ServerClock } from '../connection/server-clock.js';
import { DueWork } from '../due/due-work.js';
import { WatchedRowStore } from '../due/watched.row-store.js';
import { LeaseLine } from '../leases/lease-line.js';
import { wroteNothing } from '../rows/wrote-nothing.js';

/** Partition of the leases. */
const LEASES = 'extractors';
/** Leases that one step removes. */
const STEP = 200;

interface HeldLease {
  readonly holder: string;
  /** Milliseconds since the epoch, by the clock of the server. */
  readonly until: number;
}

/** Extractors in PostgreSQL, for many processes. Leases, and the line of extractors with messages, are rows too. */
@Injectable()
export class PostgresExtractorStore extends RowsExtractorStore {
  private readonly clock: ServerClock;
  private readonly line = new LeaseLine('marks');

  /** @param work spares looks while there is nothing to take */
  constructor(
    connection: StatementRunner,
    private readonly work = new DueWork(null),
  ) {
    const rows = new WatchedRowStore(connection, work, { name: 'extractors', kinds: ['extractors'] });
    super(() => Promise.resolve(rows));
    this.clock = new ServerClock(connection);
  }

  override async setWaiting(owner: string, id: string, mark: WaitingMark | null): Promise<void> {
    const place = placeOf(owner, id);
    // the time of the mark is one of the clock of this process
    const availableAt = mark === null ? 0 : (await this.clock.now()) + mark.dueAt - Date.now();
    await this.change((rows) => {
      if (mark === null || rows.get('extractors', owner, id) === undefined)
        return this.removeMark(rows, place);
      rows.put('extractorPending', WAITING, place, { owner, id, ...mark } satisfies WaitingRow);
      this.line.put(rows, place, { owner, receiver: mark.receiver, availableAt, lease: null });
    });
  }

  override async removeLastMark(owner: string, id: string): Promise<void> {
    const place = placeOf(owner, id);
    await this.change((rows) => {
      if (rows.get<WaitingRow>('extractorPending', WAITING, place)?.isLast) this.removeMark(rows, place);
    });
  }

  override async takeWaiting(leaseMs: number, busy: BusyReceivers): Promise<WaitingPlace | null> {
    if (!(await this.work.mayTake('extractors'))) return null;
    const taken = await this.line.take(await this.store(), leaseMs, await this.clock.now(), busy);
    if (!taken) return null;
    const store = await this.store();
    const mark = await store.look((rows) => rows.get<WaitingRow>('extractorPending', WAITING, taken.id));
    return mark ? { owner: mark.owner, id: mark.id, isLast: mark.isLast === true } : null; // removed meanwhile
  }

  override async lease(key: string, holder: string, leaseMs: number): Promise<boolean> {
    const nowMs = await this.clock.now();
    return this.change((rows) => {
      const held = rows.get<HeldLease>('leases', LEASES, key);
      if (held && held.holder !== holder && held.until > nowMs) return false;
      rows.put('leases', LEASES, key, { holder, until: nowMs + leaseMs } satisfies HeldLease);
      return true;
    });
  }

  override async isLeased(key: string): Promise<boolean> {
    const store = await this.store();
    const held = await store.look((rows) => rows.get<HeldLease>('leases', LEASES, key));
    return held !== undefined && held.until > (await this.clock.now());
  }

  override release(key: string, holder: string): Promise<void> {
    return this.change((rows) => {
      if (rows.get<HeldLease>('leases', LEASES, key)?.holder === holder) rows.remove('leases', LEASES, key);
    });
  }

  override async expire(before: number): Promise<void> {
    await super.expire(before);
    const store = await this.store();
    const nowMs = await this.clock.now();
    for await (const part of store.parts<HeldLease>('leases', LEASES, STEP)) {
      const over = part.filter(([, { until }]) => until <= nowMs);
      if (over.length > 0) await store.change((rows) => removeOver(rows, over.map(([key]) => String(key)), nowMs)); // prettier-ignore
    }
  }

  override async addCounts(jobId: string, counts: ExtractorJobCounts): Promise<boolean> {
    try {
      await this.addToCounts(jobId, counts);
      return true;
    } catch (error) {
      if (error instanceof UnavailableError && wroteNothing(error)) return false;
      throw error;
    }
  }

  protected override removeRows(rows: Rows, owner: string, id: string): boolean {
    this.line.remove(rows, placeOf(owner, id));
    return super.removeRows(rows, owner, id);
  }

  private removeMark(rows: Rows, place: string): void {
    rows.remove('extractorPending', WAITING, place);
    this.line.remove(rows, place);
  }
}

/** Removes leases that are over, and were not extended meanwhile. */
function removeOver(rows: Rows, keys: readonly string[], nowMs: number): void {
  for (const key of keys) {
    const held = rows.get<HeldLease>('leases', LEASES, key);
    if (held && held.until <= nowMs) rows.remove('leases', LEASES, key);
  }
}
