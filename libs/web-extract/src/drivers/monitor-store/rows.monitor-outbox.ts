import { NO_BUSY_RECEIVERS, WebhookOutbox, type WebhookRetry, type WebhookTask } from '../../ports/stores/webhook-outbox.port.js'; // prettier-ignore
import type { OpenMonitors } from './open-monitors.js';
import { WaitingMessages } from './waiting-messages.js';

/** Messages of monitors in a store of rows. */
export class RowsMonitorOutbox extends WebhookOutbox {
  constructor(private readonly opened: () => Promise<OpenMonitors>) {
    super();
  }

  override async take(
    _worker: string,
    leaseMs: number,
    busy = NO_BUSY_RECEIVERS,
  ): Promise<WebhookTask | null> {
    return (await this.opened()).line.take(leaseMs, Date.now(), busy);
  }

  override async advance(
    task: WebhookTask,
    position: number,
    isReleased: boolean,
    retry?: WebhookRetry,
  ): Promise<void> {
    const { rows, line } = await this.opened();
    if (!line.holds(task)) return;
    const id = task.crawlId;
    const { tries, waitMs } = retry ?? { tries: 0, waitMs: 0 };
    const row = await rows.change((now) =>
      new WaitingMessages(now).acknowledge(id, position, { tries, dueAt: Date.now() + waitMs }),
    );
    line.settle(task, isReleased, Date.now());
    if (row) line.set(id, row);
  }
}
