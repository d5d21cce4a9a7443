import { NO_BUSY_RECEIVERS, WebhookOutbox, type WebhookRetry, type WebhookTask } from '../../../ports/stores/webhook-outbox.port.js'; // prettier-ignore
import type { LineRow } from '../../monitor-store/message-line.js';
import { LINES, WaitingMessages } from '../../monitor-store/waiting-messages.js';
import type { Rows, RowStore } from '../../page-store/row-store.js';
import type { ServerClock } from '../connection/server-clock.js';
import type { DueWork } from '../due/due-work.js';
import type { LeaseLine } from '../leases/lease-line.js';

const NO_RETRY: WebhookRetry = { tries: 0, waitMs: 0 };

/** The monitors with messages, and when there are any. */
interface MessageLine {
  readonly line: LeaseLine;
  readonly clock: ServerClock;
  readonly work: DueWork;
}

/** Messages of monitors in PostgreSQL. */
export class PostgresMonitorOutbox extends WebhookOutbox {
  private readonly line: LeaseLine;
  private readonly clock: ServerClock;
  private readonly work: DueWork;

  constructor(
    private readonly store: RowStore,
    { line, clock, work }: MessageLine,
  ) {
    super();
    this.line = line;
    this.clock = clock;
    this.work = work;
  }

  override async take(
    _worker: string,
    leaseMs: number,
    busy = NO_BUSY_RECEIVERS,
  ): Promise<WebhookTask | null> {
    if (!(await this.work.mayTake('messages'))) return null;
    for (;;) {
      const taken = await this.line.take(this.store, leaseMs, await this.clock.now(), busy);
      if (!taken) return null;
      const { id, lease } = taken;
      const row = await this.store.change((rows) => this.lineOf(rows, id));
      if (row) return { crawlId: id, lease, position: row.position, owner: row.owner, receiver: row.receiver, tries: row.tries }; // prettier-ignore
    }
  }

  /** Messages that wait; a line without any ends. The holder of its lease may have died after they were dropped. */
  private lineOf(rows: Rows, id: string): LineRow | null {
    const row = rows.get<LineRow>('usage', LINES, id);
    if (row && row.position < row.next) return row;
    this.line.remove(rows, id);
    return null;
  }

  override async advance(
    { crawlId: id, lease }: WebhookTask,
    position: number,
    isReleased: boolean,
    { tries, waitMs }: WebhookRetry = NO_RETRY,
  ): Promise<void> {
    const nowMs = await this.clock.now();
    await this.store.change((rows) => {
      const entry = this.line.get(rows, id);
      if (entry?.lease !== lease) return;
      const dueAt = nowMs + (isReleased ? waitMs : entry.leaseMs);
      const row = new WaitingMessages(rows).acknowledge(id, position, { tries, dueAt });
      const isEmpty = !row || row.position >= row.next;
      if (isReleased && isEmpty) this.line.remove(rows, id);
      else this.line.put(rows, id, { ...entry, availableAt: dueAt, lease: isReleased ? null : lease });
    });
  }
}
