import type { WebhookRetry, WebhookTask } from '../../../ports/stores/webhook-outbox.port.js';
import type { OpenStore } from '../storage/open-store.js';

/** Result of a delivery attempt. */
interface WebhookAdvance {
  /** The first message that is not sent. */
  readonly position: number;
  readonly isReleased: boolean;
  readonly retry?: WebhookRetry | undefined;
}

/** Remembers how far the messages of a crawl were sent. Ignored unless the lease is still owned. */
export async function acknowledgeWebhook(
  store: OpenStore,
  task: WebhookTask,
  { position, isReleased, retry }: WebhookAdvance,
): Promise<void> {
  const { commits, database, webhooks } = store;
  const n = store.find(task.crawlId)?.row.n;
  const before = n === undefined ? undefined : webhooks.rowOf(n, task);
  if (n === undefined || !before) return;
  const now = Date.now();
  const row = {
    ...before,
    position: Math.max(before.position, position),
    tries: retry?.tries ?? 0,
    dueAt: now + (retry?.waitMs ?? 0),
  };
  await commits.submit(
    (batch) => {
      if (webhooks.isDone(n, row.position)) {
        batch.remove(database.webhooks, n);
        batch.onWritten(() => webhooks.remove(n));
      } else {
        batch.put(database.webhooks, n, row);
        batch.onWritten(() => webhooks.advance(n, row, isReleased, now));
      }
    },
    { isUrgent: true },
  );
}
