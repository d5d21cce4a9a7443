import type { BullModuleOptions } from '@nestjs/bull';
import type { JobOptions } from 'bull';
import type { Redis } from 'ioredis';
import type { RedisConnection } from '../redis/connection/redis-connection.js';
import { PAUSES_MS } from '../../model/retry/policies.js';
import { restAfter } from '../turns/another-turn.js';

interface BullQueueSettings {
  readonly queueName: string;
  readonly prefix: string;
  readonly lockMs: number;
}

const BACK_IN_LINE = 'back-in-line';

/** Finished jobs are removed from Redis; attempts are not limited. */
export const JOB_OPTIONS: JobOptions = {
  attempts: Number.MAX_SAFE_INTEGER,
  backoff: { type: BACK_IN_LINE },
  removeOnComplete: true,
  removeOnFail: true,
  stackTraceLimit: 1,
};

const STALLED_CHECK_MS = 5_000;

/** Sends no command to Redis before the first job. Bull reads this option, but its types do not declare it. */
const NO_VERSION_CHECK = { skipVersionCheck: true };

/** Creates a queue on our connection, independent of the host's default queue options. */
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
    createClient: (type) => (type === 'client' ? connection.client : quittingAtOnce(connection.duplicate())),
    settings: {
      lockDuration: settings.lockMs,
      stalledInterval: Math.min(STALLED_CHECK_MS, settings.lockMs),
      maxStalledCount: Number.MAX_SAFE_INTEGER, // a crawl that outlives its workers is not at fault
      retryProcessDelay: PAUSES_MS.queuedJob,
      guardInterval: PAUSES_MS.queuedJob, // a look at delayed jobs; the last one may come that long after the end
      backoffStrategies: {
        [BACK_IN_LINE]: (_attempts: number, error: Error) => restAfter(error),
      },
    },
  };
}

/** Connection that Bull marks while it waits for a job: Redis answers QUIT only after the wait, and Bull allows it half a second. */
function quittingAtOnce(client: Redis & { blocked?: boolean }): Redis {
  const quit = client.quit.bind(client) as () => Promise<'OK'>;
  client.quit = () => {
    if (!client.blocked) return quit();
    client.disconnect();
    return Promise.resolve('OK');
  };
  return client;
}
