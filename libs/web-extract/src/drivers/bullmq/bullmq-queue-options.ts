import type { JobsOptions, QueueOptions, WorkerOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import { PAUSES_MS } from '../../model/retry/policies.js';
import type { RedisConnection } from '../redis/connection/redis-connection.js';
import { restAfter } from '../turns/another-turn.js';

const BACK_IN_LINE = 'back-in-line';

/** Finished jobs are removed from Redis; attempts are not limited. */
export const JOB_OPTIONS: JobsOptions = {
  attempts: Number.MAX_SAFE_INTEGER,
  backoff: { type: BACK_IN_LINE },
  removeOnComplete: true,
  removeOnFail: true,
  stackTraceLimit: 1,
};

const STALLED_CHECK_MS = 5_000;
/** A worker that ends may have received the signal of a job that it leaves to others: they look by themselves after this time. */
const LOOK_SECONDS = 1;

/**
 * Prefix of all keys of BullMQ. Bull and BullMQ give keys the same names for different structures: a deployment that
 * changes from one to the other would read the jobs of its earlier queue.
 */
export const bullMqPrefix = (prefix: string): string => `${prefix}:bullmq`;

/** Options of a queue on our connection. It sends no command to Redis before the first job. */
export function queueOptions(connection: RedisConnection, prefix: string): QueueOptions {
  return {
    connection: connection.client,
    prefix: bullMqPrefix(prefix),
    skipVersionCheck: true,
    skipWaitingForReady: true, // a queue whose Redis is away at first would never work
    skipMetasUpdate: true,
  };
}

interface WorkerSettings {
  /** Prefix of the queue. */
  readonly prefix: string;
  readonly lockMs: number;
}

/** Options of a worker with connections of its own, whose commands wait for Redis. It has to be started. */
export function workerOptions(
  connection: RedisConnection,
  { prefix, lockMs }: WorkerSettings,
): WorkerOptions {
  return {
    connection: duplicatedBy(connection),
    prefix,
    autorun: false,
    skipWaitingForReady: true,
    lockDuration: lockMs,
    stalledInterval: Math.min(STALLED_CHECK_MS, lockMs),
    maxStalledCount: Number.MAX_SAFE_INTEGER, // a crawl that outlives its workers is not at fault
    drainDelay: LOOK_SECONDS,
    runRetryDelay: PAUSES_MS.queuedJob,
    settings: { backoffStrategy: (_attempts, _type, error) => restAfter(error) },
  };
}

/** A connection that BullMQ duplicates for its blocking commands: like this one, which is monitored and closed at the end. */
function duplicatedBy(connection: RedisConnection): Redis {
  const client = connection.duplicate();
  client.duplicate = () => connection.duplicate();
  return client;
}
