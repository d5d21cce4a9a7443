import Bull, { type Queue } from 'bull';
import type { Redis } from 'ioredis';
import { describeWithRedis, redisUrl } from '../../../../../test/setup/redis.js';
import { RedisConnection } from '../redis/connection/redis-connection.js';
import type { SlotData } from '../turns/queued-job.js';
import { specifyTurnJobQueue, type JobsUnderTest } from '../../../../../test/support/turn-job-queue.js';
import { bullQueueOptions } from './bull-queue-options.js';
import { BullJobQueue } from './bull.job-queue.js';

const QUEUE = 'crawls';

describeWithRedis('BullJobQueue', () => {
  specifyTurnJobQueue({
    ofQueue: /^crawls:(id|stalled-check)$/,
    open: (connection, options) => {
      const settings = { queueName: QUEUE, ...options };
      const bull: Queue<SlotData> = new Bull(QUEUE, bullQueueOptions(connection, settings));
      return { queue: new BullJobQueue(bull, connection, options), jobs: jobsOf(bull) };
    },
  });

  it('closes a connection that waits for a job without its answer', async () => {
    const connection = new RedisConnection({ url: redisUrl });
    const options = bullQueueOptions(connection, { queueName: QUEUE, prefix: 'test', lockMs: 30_000 });
    const client = options.createClient!('bclient') as Redis & { blocked: boolean };
    client.blocked = true;
    const waiting = client.brpoplpush('test-from', 'test-to', 0);
    await expect(Promise.all([client.quit(), waiting])).rejects.toThrow('Connection is closed.');
    await connection.close();
  });
});

function jobsOf(bull: Queue<SlotData>): JobsUnderTest {
  return {
    add: (data, options) => bull.add('crawl', data as SlotData, options),
    find: async (id) => {
      const job = await bull.getJob(id);
      return job ? { name: job.name, data: job.data, progress: job.progress() as unknown } : null;
    },
    count: async (states) => (await bull.getJobs(states)).length,
    toKey: (name) => bull.toKey(name),
  };
}
