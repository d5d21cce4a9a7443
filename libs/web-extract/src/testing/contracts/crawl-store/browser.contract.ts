import type { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import type { BrowserRequest } from '../../../ports/stores/frontier.port.js';
import {
  completePage,
  countersOf,
  FACTS,
  failedOutcome,
  LONG_MS,
  startCrawl,
  takeOne,
  urlsTo,
} from './samples.contract.js';

const HERE: BrowserRequest = { hasBrowser: true, most: 2, patienceMs: LONG_MS };

/** Contract of the store for rendered pages. */
export function browserContract(getStore: () => CrawlStore): void {
  let store: CrawlStore;
  beforeEach(() => (store = getStore()));

  it('grants a browser to no more pages than the crawl may have', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(4) });
    const tasks = [await takeOne(store, id), await takeOne(store, id), await takeOne(store, id)];
    const grants = await Promise.all(tasks.map((task) => store.frontier.askForBrowser(task, HERE)));
    expect(grants).toEqual(['granted', 'granted', 'full']);
    expect(await store.frontier.askForBrowser(tasks[0]!, HERE)).toBe('granted'); // already granted
    for (const task of tasks) await completePage(store, task);
    expect((await countersOf(store, id)).rendered).toBe(2);
    expect(await store.frontier.askForBrowser(await takeOne(store, id), HERE)).toBe('full');
  });

  it('gives the browser of a page that comes to nothing to another', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(4) });
    const wish = { ...HERE, most: 1 };
    const failed = await takeOne(store, id);
    expect(await store.frontier.askForBrowser(failed, wish)).toBe('granted');
    await store.frontier.complete(failed, failedOutcome(failed.url), [], FACTS);
    const released = await takeOne(store, id);
    expect(await store.frontier.askForBrowser(released, wish)).toBe('granted');
    await store.frontier.release(released, 0, false);
    const silent = await takeOne(store, id, 1);
    await store.frontier.askForBrowser(silent, wish);
    await new Promise((resolve) => setTimeout(resolve, 5)); // the lease expires
    const [one, other] = [await takeOne(store, id), await takeOne(store, id)];
    expect(await store.frontier.askForBrowser(one, wish)).toBe('granted');
    expect(await store.frontier.askForBrowser(other, wish)).toBe('full');
    await completePage(store, one);
    expect((await countersOf(store, id)).rendered).toBe(1);
  });

  it('counts no page that was had without', async () => {
    const id = await startCrawl(store);
    await completePage(store, await takeOne(store, id));
    expect((await countersOf(store, id)).rendered).toBe(0);
  });

  it('has no browser for a worker whose lease is lost', async () => {
    const id = await startCrawl(store);
    const task = await takeOne(store, id);
    await store.finish(id, 'cancelled', null, LONG_MS);
    expect(await store.frontier.askForBrowser(task, HERE)).toBe('nobody');
  });
}
