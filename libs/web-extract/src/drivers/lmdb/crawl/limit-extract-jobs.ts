import type { DroppedJobMessages } from '../../../ports/stores/webhook-outbox.port.js';
import type { OpenStore } from '../storage/open-store.js';

/** Drops the waiting messages of the oldest extract jobs of an owner. */
export async function limitExtractJobs(
  { commits, database, webhooks }: OpenStore,
  owner: string,
  maxJobs: number,
): Promise<readonly DroppedJobMessages[]> {
  const waiting = webhooks.waitingExtractJobs(owner);
  const oldest = waiting.slice(0, Math.max(0, waiting.length - maxJobs));
  if (oldest.length === 0) return [];
  await commits.submit(
    (batch) => {
      for (const { n } of oldest) {
        batch.remove(database.webhooks, n);
        batch.onWritten(() => webhooks.remove(n));
      }
    },
    { isUrgent: true },
  );
  return oldest.map(({ id, messages }) => ({ crawlId: id, messages }));
}
