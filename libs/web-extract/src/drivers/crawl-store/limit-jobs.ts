import type { DroppedJobMessages } from '../../ports/stores/webhook-outbox.port.js';

/** A job with webhook messages to send. */
export interface WaitingJob {
  readonly id: string;
  readonly createdAt: number;
}

/** Drops the messages of the oldest jobs until `maxJobs` have any. @param drop drops those of a job, and returns their number */
export async function limitJobs(
  waiting: readonly WaitingJob[],
  maxJobs: number,
  drop: (id: string) => Promise<number>,
): Promise<DroppedJobMessages[]> {
  const newestFirst = [...waiting].sort((a, b) => b.createdAt - a.createdAt);
  const dropped: DroppedJobMessages[] = [];
  for (const { id } of newestFirst.slice(maxJobs)) {
    const messages = await drop(id);
    if (messages > 0) dropped.push({ crawlId: id, messages });
  }
  return dropped;
}
