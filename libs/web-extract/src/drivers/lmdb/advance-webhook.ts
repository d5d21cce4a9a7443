import type { WebhookTask } from '../../ports/crawl-store.port.js';
import type { OpenStore } from './open-store.js';

/** Remembers how far the messages of a crawl were sent. Ignored unless the lease is still owned. */
export async function advanceWebhook(
  store: OpenStore,
  task: WebhookTask,
  position: number,
  isReleased: boolean,
): Promise<void> {
  const { commits, database, webhooks } = store;
  const id = task.crawlId;
  const n = store.find(id)?.row.n;
  if (n === undefined || !webhooks.owns(n, task)) return;
  await commits.submit(
    (batch) => {
      if (webhooks.isDone(id, position)) {
        batch.remove(database.webhooks, n);
        batch.onWritten(() => webhooks.remove(n));
      } else {
        batch.put(database.webhooks, n, { id, position });
        batch.onWritten(() => webhooks.advance(n, position, isReleased, Date.now()));
      }
    },
    { isUrgent: true },
  );
}
