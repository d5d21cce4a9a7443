import type { QueuedJob, QueueListener, SlotData, TurnQueue } from '../../turns/queued-job.js';
import type { TurnJobQueueOptions } from '../../turns/turn.job-queue.js';
import type { RedisConnection } from '../connection/redis-connection.js';

export interface RedisTurnJobQueueOptions extends TurnJobQueueOptions {
  /** Prefix of all keys. */
  readonly prefix: string;
}

/** A queue of jobs in Redis. */
export abstract class RedisQueue implements TurnQueue {
  abstract readonly technology: string;

  constructor(protected readonly connection: RedisConnection) {}

  abstract listen(listener: QueueListener): void;
  /** Key in Redis that exists as long as the job does. */
  abstract keyOf(jobId: string): string;
  abstract add(name: string, data: SlotData, jobId: string): Promise<unknown>;
  abstract process(concurrency: number, take: (job: QueuedJob) => Promise<void>): void;
  abstract close(): Promise<unknown>;

  async missing(jobIds: readonly string[]): Promise<string[]> {
    const exist = await Promise.all(jobIds.map((id) => this.connection.client.exists(this.keyOf(id))));
    return jobIds.filter((_, n) => exist[n] === 0);
  }

  isReady(): Promise<boolean> {
    return this.connection.isReady();
  }

  explain(error: unknown): unknown {
    return this.connection.explain(error);
  }
}
