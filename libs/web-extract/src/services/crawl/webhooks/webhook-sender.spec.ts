import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { LmdbCrawlStore } from '../../../drivers/lmdb/lmdb.crawl-store.js';
import { START } from '../../../testing/contracts/crawl-store/samples.contract.js';
import { resolveOptions } from '../../../model/options.js';
import { FakeFetcher, type FakeAnswer } from '../../../testing/fake.fetcher.js';
import type { KeylessJobs } from '../page/keyless-jobs.js';
import { WebhookSender } from './webhook-sender.js';

const HANGING = 'http://hangs.test/hook';
const HEALTHY = 'http://takes.test/hook';

describe('WebhookSender', () => {
  let store: LmdbCrawlStore;
  let sender: WebhookSender;
  let fetcher: FakeFetcher;
  const present = () => ({});
  let mayGoOn = true;
  const keyless = { mayGoOn: async () => mayGoOn } as unknown as KeylessJobs;

  beforeAll(() => Logger.overrideLogger(false));
  beforeEach(() => {
    store = new LmdbCrawlStore();
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  });
  afterEach(async () => {
    await sender.beforeApplicationShutdown();
    jest.useRealTimers();
    await store.close();
  });

  function open(answers: Record<string, FakeAnswer>): void {
    fetcher = new FakeFetcher(answers);
    sender = new WebhookSender(store, fetcher, { present }, keyless, resolveOptions());
    sender.onApplicationBootstrap();
  }

  async function start(owner: string, url: string): Promise<string> {
    const id = randomUUID();
    const job = { id, owner, request: { url: START.url, webhook: { url } }, createdAt: Date.now() };
    await store.create({ job, limit: 5, seeds: [START], idempotencyKey: null });
    return id;
  }

  /** Waits for this number of messages to a URL; bounded by the time limit of the test. */
  async function untilSent(url: string, count: number): Promise<void> {
    while (sentTo(url) < count) {
      await jest.advanceTimersByTimeAsync(100);
      await new Promise(setImmediate);
    }
  }

  const sentTo = (url: string) => fetcher.requests.filter((request) => request.url === url).length;
  const untilAborted: FakeAnswer = (_, signal) =>
    new Promise((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason as Error)),
    );

  it('tells one owner while the receivers of another hang, and holds few lanes for them', async () => {
    open({ [HANGING]: untilAborted, [HEALTHY]: '' });
    for (let n = 0; n < 40; n++) await start('anna', HANGING);
    await untilSent(HANGING, 4);
    await start('berta', HEALTHY);
    await start('anna', HEALTHY);
    await untilSent(HEALTHY, 2);
    expect(sentTo(HANGING)).toBe(4);
  });

  it('holds no lane while a message waits for its next try', async () => {
    open({ [HANGING]: { statusCode: 500 }, [HEALTHY]: '' });
    for (let n = 0; n < 4; n++) await start('anna', HANGING);
    await untilSent(HANGING, 4);
    await start('anna', HEALTHY);
    await untilSent(HEALTHY, 1);
  });

  it('drops the messages of a job that may not go on', async () => {
    mayGoOn = false;
    open({ [HANGING]: '', [HEALTHY]: '' });
    const id = await start('anna', HANGING);
    await store.finish(id, 'cancelled', null, 60_000);
    await jest.advanceTimersByTimeAsync(3_000);
    mayGoOn = true;
    await start('anna', HEALTHY);
    await untilSent(HEALTHY, 1);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(sentTo(HANGING)).toBe(0);
  });

  it('says where it gave up without the path, which is often a secret', async () => {
    const warned = jest.spyOn(Logger.prototype, 'warn');
    const receiver = 'http://ana:word@hangs.test/services/T0/secret?token=x';
    open({ [receiver]: { statusCode: 500 } });
    const id = await start('anna', receiver);
    const told = () => warned.mock.calls.flat().filter((line) => /webhook/i.test(String(line)));
    while (told().length === 0) {
      await jest.advanceTimersByTimeAsync(10_000);
      await new Promise(setImmediate);
    }
    expect(told()).toEqual([`The webhook at hangs.test did not take a message of crawl ${id}; given up`]);
    warned.mockRestore();
  });
});
