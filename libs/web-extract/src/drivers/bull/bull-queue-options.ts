import type { BullModuleOptions } from '@nestjs/bull';
import type { JobOptions } from 'bull';
import type { RedisConnection } from '../redis/connection/redis-connection.js';
import { PAUSES_MS } from '../../model/retry/policies.js';

interface BullQueueSettings {
  readonly queueName: string;
  readonly prefix: string;
  readonly lockMs: number;
}

/** The turn is over and the crawl is not: the job goes back to the end of the queue. */
export class AnotherTurn extends Error {
  override readonly stack = ''; // dashboards show it as a fault otherwise

  /** @param restMs how long it does not come back */
  constructor(
    reason: string,
    readonly restMs: number,
  ) {
    super(reason);
  }
}

const BACK_IN_LINE = 'back-in-line';

/** Nothing stays in Redis of a job that ended; turns are not counted. */
export const JOB_OPTIONS: JobOptions = {
  attempts: Number.MAX_SAFE_INTEGER,
  backoff: { type: BACK_IN_LINE },
  removeOnComplete: true,
  removeOnFail: true,
  stackTraceLimit: 1,
};

const STALLED_CHECK_MS = 5_000;

/** Nothing is sent before there is work. Bull reads this, and its types do not know it. */
const NO_VERSION_CHECK = { skipVersionCheck: true };

/** A queue on our connection, whatever the host has set for queues of its own. */
export function bullQueueOptions(
  connection: RedisConnection,
  settings: BullQueueSettings,
): BullModuleOptions {
  return {
    name: settings.queueName,
    prefix: settings.prefix,
    url: undefined,
    redis: undefined,
    limiter: undefined,
    processors: undefined,
    metrics: undefined,
    ...NO_VERSION_CHECK,
    defaultJobOptions: {},
    createClient: (type) => (type === 'client' ? connection.client : connection.duplicate()),
    settings: {
      lockDuration: settings.lockMs,
      stalledInterval: Math.min(STALLED_CHECK_MS, settings.lockMs),
      maxStalledCount: Number.MAX_SAFE_INTEGER, // a crawl that outlives its workers is not at fault
      retryProcessDelay: PAUSES_MS.bull,
      guardInterval: PAUSES_MS.bull, // a look at delayed jobs; the last one may come that long after the end
      backoffStrategies: {
        [BACK_IN_LINE]: (_attempts: number, error: Error) =>
          error instanceof AnotherTurn ? Math.max(0, Math.ceil(error.restMs)) : PAUSES_MS.bull,
      },
    },
  };
}
