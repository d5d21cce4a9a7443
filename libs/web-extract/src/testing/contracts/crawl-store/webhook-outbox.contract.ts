import type { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import { completePage, LONG_MS, startCrawl, takeOne } from './samples.contract.js';

const HOUR_MS = 3_600_000;

/** Contract of `WebhookOutbox`. */
export function webhookOutboxContract(getStore: () => CrawlStore): void {
  let store: CrawlStore;
  beforeEach(() => (store = getStore()));

  const withWebhook = { request: { webhook: { url: 'http://hook.test/' } } };

  it('are there from the start, one a page, and one for the end', async () => {
    const id = await startCrawl(store, withWebhook);
    const task = (await store.outbox.take('worker', LONG_MS))!;
    expect(task).toMatchObject({ crawlId: id, position: 0 });
    expect(await store.outbox.take('worker', LONG_MS)).toBeNull();
    await store.outbox.advance(task, 1, true);
    expect(await store.outbox.take('worker', LONG_MS)).toBeNull();
    await completePage(store, await takeOne(store, id));
    const page = (await store.outbox.take('worker', LONG_MS))!;
    expect(page).toMatchObject({ crawlId: id, position: 1 });
    await store.finish(id, 'completed', null, LONG_MS);
    await store.outbox.advance(page, 2, false);
    await store.outbox.advance(page, 2, true);
    const end = (await store.outbox.take('worker', LONG_MS))!;
    expect(end).toMatchObject({ crawlId: id, position: 2 });
    await store.outbox.advance(end, 3, true);
    expect(await store.outbox.take('worker', LONG_MS)).toBeNull();
  });

  it('go to another sender when the lease ran out, who is not disturbed by the first', async () => {
    const id = await startCrawl(store, withWebhook);
    const slow = (await store.outbox.take('worker', 0))!;
    const other = (await store.outbox.take('other', LONG_MS))!;
    expect(other).toMatchObject({ crawlId: id, position: 0 });
    await store.outbox.advance(slow, 1, true);
    expect(await store.outbox.take('worker', LONG_MS)).toBeNull();
    await store.outbox.advance(other, 0, true);
    expect(await store.outbox.take('worker', LONG_MS)).toMatchObject({ position: 0 });
  });

  it('serve many crawls, and none without a webhook', async () => {
    await startCrawl(store);
    const ids = [await startCrawl(store, withWebhook), await startCrawl(store, withWebhook)];
    const tasks = [await store.outbox.take('worker', LONG_MS), await store.outbox.take('worker', LONG_MS)];
    expect(tasks.map((task) => task!.crawlId).sort()).toEqual(ids.sort());
    expect(await store.outbox.take('worker', LONG_MS)).toBeNull();
  });

  it('name owner and receiver, and leave out those who are busy', async () => {
    const webhook = (host: string) => ({ request: { webhook: { url: `http://${host}/hook` } } });
    const ids = [
      await startCrawl(store, webhook('one.test')),
      await startCrawl(store, webhook('two.test:8080')),
    ];
    const busy = { owners: [], receivers: [{ owner: 'anna', receiver: 'one.test' }] };
    expect(await store.outbox.take('worker', LONG_MS, { owners: ['anna'], receivers: [] })).toBeNull();
    const task = await store.outbox.take('worker', LONG_MS, busy);
    expect(task).toMatchObject({ crawlId: ids[1], owner: 'anna', receiver: 'two.test:8080', tries: 0 });
    expect(await store.outbox.take('worker', LONG_MS, busy)).toBeNull();
    const others = { owners: ['berta'], receivers: [{ owner: 'berta', receiver: 'one.test' }] };
    expect(await store.outbox.take('worker', LONG_MS, others)).toMatchObject({ crawlId: ids[0] });
  });

  it('find one whose receiver is not busy behind a thousand whose is', async () => {
    const busy = { owners: [], receivers: [{ owner: 'anna', receiver: 'dead.test' }] };
    for (let n = 0; n < 1_000; n += 50) {
      const dead = { request: { webhook: { url: 'http://dead.test/' } } };
      await Promise.all(Array.from({ length: 50 }, () => startCrawl(store, dead)));
    }
    const id = await startCrawl(store, withWebhook);
    expect(await store.outbox.take('worker', LONG_MS, busy)).toMatchObject({ crawlId: id });
  });

  it('are tried again after a while, by whoever comes then, who knows how often they were tried', async () => {
    await startCrawl(store, withWebhook);
    const task = (await store.outbox.take('worker', LONG_MS))!;
    await store.outbox.advance(task, 0, true, { tries: 1, waitMs: LONG_MS });
    expect(await store.outbox.take('other', LONG_MS)).toBeNull();
    const id = await startCrawl(store, withWebhook);
    const next = (await store.outbox.take('worker', LONG_MS))!;
    expect(next.crawlId).toBe(id);
    await store.outbox.advance(next, 0, true, { tries: 2, waitMs: 0 });
    expect(await store.outbox.take('other', LONG_MS)).toMatchObject({ crawlId: id, position: 0, tries: 2 });
  });

  it('end with the crawl', async () => {
    const id = await startCrawl(store, withWebhook);
    await store.finish(id, 'completed', null, HOUR_MS);
    await store.expire(Date.now() + 2 * HOUR_MS);
    expect(await store.outbox.take('worker', LONG_MS)).toBeNull();
  });

  describe('of extract jobs', () => {
    const startJob = (owner: string, kind: 'extract' | 'crawl' = 'extract', createdAt = 1_000) =>
      startCrawl(store, { owner, createdAt, request: { kind, webhook: { url: 'http://hook.test/' } } });

    /** Ids of the jobs with messages to send, the oldest first. */
    const waiting = async () => {
      const tasks = [];
      for (let task; (task = await store.outbox.take('worker', LONG_MS));) tasks.push(task);
      for (const task of tasks) await store.outbox.advance(task, task.position, true);
      return new Set(tasks.map(({ crawlId }) => crawlId));
    };

    it('are dropped when more jobs of their owner wait, those of the oldest job first', async () => {
      const ids = [];
      for (let n = 0; n < 4; n++) ids.push(await startJob('anna', 'extract', 1_000 + n));
      await store.finish(ids[1]!, 'completed', null, LONG_MS);
      expect(await store.outbox.limitExtractJobs('anna', 2)).toEqual(
        expect.arrayContaining([
          { crawlId: ids[0], messages: 1 },
          { crawlId: ids[1], messages: 2 },
        ]),
      );
      expect(await waiting()).toEqual(new Set(ids.slice(2)));
      expect(await store.outbox.limitExtractJobs('anna', 2)).toEqual([]);
    });

    it('stay dropped when the job ends, and its lease is no longer valid', async () => {
      const id = await startJob('anna');
      const task = (await store.outbox.take('worker', LONG_MS))!;
      await store.outbox.limitExtractJobs('anna', 0);
      await store.outbox.advance(task, 0, true);
      await store.finish(id, 'completed', null, LONG_MS);
      expect(await store.outbox.take('worker', LONG_MS)).toBeNull();
      expect(await store.find(id)).toMatchObject({ status: 'completed' });
    });

    it('do not count once they were sent', async () => {
      const id = await startJob('anna');
      await store.outbox.advance((await store.outbox.take('worker', LONG_MS))!, 1, true);
      expect(await store.outbox.limitExtractJobs('anna', 0)).toEqual([]);
      await store.finish(id, 'completed', null, LONG_MS);
      expect(await store.outbox.take('worker', LONG_MS)).toMatchObject({ crawlId: id, position: 1 });
    });

    it('leave those of other owners and of crawls alone', async () => {
      const ids = [await startJob('ben'), await startJob('anna', 'crawl')];
      await startJob('anna');
      expect(await store.outbox.limitExtractJobs('anna', 0)).toHaveLength(1);
      expect(await waiting()).toEqual(new Set(ids));
    });
  });
}
