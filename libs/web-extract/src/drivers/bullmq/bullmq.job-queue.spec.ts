import { Queue } from 'bullmq';
import { describeWithRedis } from '../../../../../test/setup/redis.js';
import type { SlotData } from '../turns/queued-job.js';
import { specifyTurnJobQueue, type JobsUnderTest } from '../../../../../test/support/turn-job-queue.js';
import { queueOptions } from './bullmq-queue-options.js';
import { BullMqJobQueue } from './bullmq.job-queue.js';

describeWithRedis('BullMqJobQueue', () => {
  specifyTurnJobQueue({
    ofQueue: /^bullmq:crawls:(id|meta|events|marker|stalled-check)$/,
    open: (connection, options) => {
      const queue = new Queue<SlotData>('crawls', queueOptions(connection, options.prefix));
      return { queue: new BullMqJobQueue(queue, connection, options), jobs: jobsOf(queue) };
    },
  });
});

function jobsOf(queue: Queue<SlotData>): JobsUnderTest {
  return {
    add: (data, options) => queue.add('crawl', data as SlotData, options),
    find: async (id) => {
      const job = await queue.getJob(id);
      return job ? { name: job.name, data: job.data, progress: job.progress } : null;
    },
    count: async (states) => (await queue.getJobs(states)).length,
    toKey: (name) => queue.toKey(name),
  };
}
