import { WebhookOutbox, type BusyReceivers, type WebhookRetry, type WebhookTask } from '../../ports/webhook-outbox.port.js'; // prettier-ignore
import type { LineRow } from './message-line.js';
import type { OpenMonitors } from './rows.monitor-store.js';

const LINES = 'lines';
const NOBODY: BusyReceivers = { owners: [], receivers: [] };

/** Messages of monitors in a store of rows. */
export class RowsMonitorOutbox extends WebhookOutbox {
  constructor(private readonly opened: () => Promise<OpenMonitors>) {
    super();
  }

  override async take(_worker: string, leaseMs: number, busy = NOBODY): Promise<WebhookTask | null> {
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
    const row = await rows.change((now) => {
      const before = now.get<LineRow>('usage', LINES, id);
      if (!before) return null;
      const sent = Math.min(Math.max(before.position, position), before.next);
      for (let at = before.position; at < sent; at++) now.remove('messages', id, at);
      const after = {
        ...before,
        position: sent,
        tries: retry?.tries ?? 0,
        dueAt: Date.now() + (retry?.waitMs ?? 0),
      };
      now.put('usage', LINES, id, after);
      return after;
    });
    line.settle(task, isReleased, Date.now());
    if (row) line.set(id, row);
  }
}
