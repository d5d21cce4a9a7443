import { Logger } from '@nestjs/common';
import {
  startCluster,
  startList,
  type RedisDeployment,
} from '../../../../../../test/support/redis-deployments.js';
import { describeWithRedis } from '../../../../../../test/setup/redis.js';
import { longQueueContract } from '../../../testing/contracts/crawl-store/long-queue.contract.js';
import { ShardedCrawlStore } from './sharded.crawl-store.js';

/** A tenth of the sizes of heads in `lua/`, so that the head of a queue is leased sooner. The contract of one Redis has the real ones. */
const SIZES = [
  ['local HEAD_ROWS = 10000', 'local HEAD_ROWS = 1000'],
  ['local LOW_ROWS = 2000', 'local LOW_ROWS = 200'],
  ['local NEEDED_ROWS = 4000', 'local NEEDED_ROWS = 400'],
] as const;
const HEAD = 1_000;

const mockSizes = (lua: string) => SIZES.reduce((text, [from, to]) => text.replace(from, to), lua);

jest.mock('../lua-source.js', () => {
  const { luaSource } = jest.requireActual('../lua-source.js');
  return { luaSource: (name: string) => mockSizes(luaSource(name)) };
});

jest.setTimeout(120_000);

describeWithRedis.each([
  ['three Redis', () => startList(3)],
  ['a Cluster of three', startCluster],
])(
  'ShardedCrawlStore keeps the contract of long queues on %s',
  (_, start: () => Promise<RedisDeployment>) => {
    let deployment: RedisDeployment;
    beforeAll(async () => {
      jest.spyOn(Logger.prototype, 'warn').mockImplementation(); // about archives out of reach
      deployment = await start();
    });
    afterAll(async () => {
      jest.restoreAllMocks();
      await deployment.remove();
    });

    let store: ShardedCrawlStore;
    beforeEach(async () => (store = new ShardedCrawlStore(await deployment.open())));
    afterEach(async () => {
      store.close();
      await deployment.close();
    });
    longQueueContract(() => store, HEAD);
  },
);
