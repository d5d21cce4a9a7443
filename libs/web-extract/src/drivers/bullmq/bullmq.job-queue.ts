import { Injectable } from '@nestjs/common';
import { Worker, type Job, type Queue } from 'bullmq';
import type { RedisConnection } from '../redis/connection/redis-connection.js';
import { RedisQueue, type RedisTurnJobQueueOptions } from '../redis/turns/redis-queue.js';
import { RedisWorkerRegistry } from '../redis/turns/redis.worker-registry.js';
import type { QueuedJob, QueueListener, SlotData } from '../turns/queued-job.js';
import { TurnJobQueue } from '../turns/turn.job-queue.js';
import { JOB_OPTIONS, workerOptions } from './bullmq-queue-options.js';

export interface BullMqJobQueueOptions extends RedisTurnJobQueueOptions {
  /** Time after which the jobs of an unresponsive worker are given to others, in milliseconds. */
  readonly lockMs: number;
}

/** Gives crawls turns in many processes through a BullMQ queue. */
@Injectable()
export class BullMqJobQueue extends TurnJobQueue {
  constructor(queue: Queue<SlotData>, connection: RedisConnection, options: BullMqJobQueueOptions) {
    super(
      new BullMqQueue(queue, connection, options.lockMs),
      new RedisWorkerRegistry(connection, options),
      options,
    );
  }
}

class BullMqQueue extends RedisQueue {
  readonly technology = 'BullMQ';
  private worker: Worker<SlotData> | undefined;
  private listener: QueueListener | undefined;

  constructor(
    private readonly queue: Queue<SlotData>,
    connection: RedisConnection,
    private readonly lockMs: number,
  ) {
    super(connection);
  }

  listen(listener: QueueListener): void {
    this.listener = listener;
    this.queue.on('error', (error) => listener.onError(error));
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
    const { prefix = '' } = this.queue.opts;
    const options = workerOptions(this.connection, { prefix, lockMs: this.lockMs });
    this.worker = new Worker(this.queue.name, handle, { ...options, concurrency });
    this.worker.on('error', (error) => this.listener?.onError(error));
    this.worker.on('completed', ({ id }) => this.listener?.onTurnStored(String(id)));
    this.worker.on('failed', (job) => this.listener?.onTurnStored(String(job?.id)));
    this.worker.run().catch((error: unknown) => this.listener?.onError(error));
  }

  async close(): Promise<void> {
    // while Redis is unreachable BullMQ would wait for it: the locks of its jobs expire instead
    await this.worker?.close(!this.connection.isUp);
    await this.queue.close();
  }
}

function queuedJob(job: Job<SlotData>): QueuedJob {
  return {
    id: String(job.id),
    data: job.data,
    promote: () => job.promote(),
    report: (percent) => job.updateProgress(percent),
  };
}
