import { Injectable } from '@nestjs/common';
import type { Job, Queue } from 'bull';
import type { RedisConnection } from '../redis/connection/redis-connection.js';
import { RedisQueue, type RedisTurnJobQueueOptions } from '../redis/turns/redis-queue.js';
import { RedisWorkerRegistry } from '../redis/turns/redis.worker-registry.js';
import type { QueuedJob, QueueListener, SlotData } from '../turns/queued-job.js';
import { TurnJobQueue } from '../turns/turn.job-queue.js';
import { JOB_OPTIONS } from './bull-queue-options.js';

/** Gives crawls turns in many processes through a Bull queue. */
@Injectable()
export class BullJobQueue extends TurnJobQueue {
  constructor(queue: Queue<SlotData>, connection: RedisConnection, options: RedisTurnJobQueueOptions) {
    super(new BullQueue(queue, connection), new RedisWorkerRegistry(connection, options), options);
  }
}

class BullQueue extends RedisQueue {
  readonly technology = 'Bull';
  private listener: QueueListener | undefined;

  constructor(
    private readonly queue: Queue<SlotData>,
    connection: RedisConnection,
  ) {
    super(connection);
    nameWorkersSafely(queue);
  }

  listen(listener: QueueListener): void {
    this.listener = listener;
    this.queue.on('error', (error) => listener.onError(error));
    this.queue.on('completed', ({ id }) => listener.onTurnStored(String(id)));
    this.queue.on('failed', ({ id }) => listener.onTurnStored(String(id)));
  }

  keyOf(jobId: string): string {
    return this.queue.toKey(jobId);
  }

  add(name: string, data: SlotData, jobId: string): Promise<unknown> {
    return this.queue.add(name, data, { ...JOB_OPTIONS, jobId });
  }

  process(concurrency: number, take: (job: QueuedJob) => Promise<void>): void {
    const handle = (job: Job<SlotData>) => {
      Object.assign(job.opts, JOB_OPTIONS); // another client of Redis could set options that retry a job forever
      return take(queuedJob(job));
    };
    this.queue.process('*', concurrency, handle).catch((error: unknown) => this.listener?.onError(error));
  }

  close(): Promise<unknown> {
    return this.queue.close();
  }
}

function queuedJob(job: Job<SlotData>): QueuedJob {
  return {
    id: String(job.id),
    data: job.data,
    promote: () => job.promote(),
    report: (percent) => job.progress(percent),
  };
}

/**
 * Bull sets the client name without handling the rejection: a Redis that is down at shutdown would end the process.
 */
function nameWorkersSafely(queue: object): void {
  const bull = queue as { setWorkerName(): Promise<void> };
  const setWorkerName = bull.setWorkerName.bind(bull);
  bull.setWorkerName = () => setWorkerName().catch(() => {});
}
