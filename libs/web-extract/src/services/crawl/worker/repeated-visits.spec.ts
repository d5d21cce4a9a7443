import { Logger } from '@nestjs/common';
import { MemoryPageHistory } from '../../../drivers/in-process/memory.page-history.js';
import { ConnectionError, RobotsDisallowedError } from '../../../model/errors.js';
import type { FakeAnswer } from '../../../testing/fake.fetcher.js';
import { openCrawling, SITE, type Crawling } from './crawl-runner.fixture.js';

/** Tries of a page that is given up. */
const TOO_MANY = 30;
const URL = `${SITE}/page`;

describe('A tracked page whose worker ended between the record of its visit and the end of its task', () => {
  let crawling: Crawling;
  let answer: FakeAnswer;
  beforeAll(() => Logger.overrideLogger(false));
  beforeEach(async () => {
    const history = new MemoryPageHistory({ maxBytes: 10_000_000, maxBytesPerOwner: 10_000_000 });
    crawling = openCrawling({ '/page': () => answer }, 16, history);
    answer = 'One';
    expect((await crawl()).changes).toEqual(['new']);
    answer = 'Two';
  });
  afterEach(() => {
    jest.restoreAllMocks();
    return crawling.close();
  });

  async function crawl() {
    const { crawls, store } = crawling;
    const page = { formats: ['markdown'], track: { modes: ['git-diff'] } } as const;
    const { id } = await crawls.start({ url: URL, useSitemap: false, limit: 1, page });
    for await (const event of crawls.watch(id)) if (event.type === 'state') break;
    const { pages } = await store.results.pages(id, { from: 0, maxPages: 10, maxBytes: 1e6 });
    const { counters } = (await store.find(id))!;
    return { pages, changes: pages.map(({ change }) => change?.status), counters };
  }

  /** The next visit is recorded, and its task is not completed. @param afterwards is called before another worker takes the page */
  function endFirstWorker(afterwards: () => unknown, attempts = 1): void {
    const { frontier } = crawling.store;
    const take = frontier.take.bind(frontier);
    let isRepeated = false;
    jest.spyOn(frontier, 'complete').mockImplementationOnce(async (task) => {
      isRepeated = true;
      await afterwards();
      await frontier.release(task, 0, true);
      return 'lost';
    });
    jest.spyOn(frontier, 'take').mockImplementation(async (...stated) => {
      const result = await take(...stated);
      return result.kind === 'task' && isRepeated
        ? { ...result, task: { ...result.task, attempts } }
        : result;
    });
  }

  it('reports its change once if the page cannot be read any more', async () => {
    endFirstWorker(() => (answer = new ConnectionError(URL, 'it is away')));
    const { changes } = await crawl();
    expect(changes).toEqual(['changed']);
    answer = 'Two';
    expect((await crawl()).changes).toEqual(['same']);
  });

  it('reports its change once if all tries are used up', async () => {
    endFirstWorker(() => {}, TOO_MANY);
    const { pages, changes, counters } = await crawl();
    expect(changes).toEqual(['changed']);
    expect(pages[0]!.change!.diff!.text).toMatch(/^-One$[^]*^\+Two$/m);
    expect([counters.failed, counters.changes]).toEqual([0, expect.objectContaining({ changed: 1 })]);
    jest.restoreAllMocks();
    expect((await crawl()).changes).toEqual(['same']);
  });

  it('reports its change once if another job has seen a third text meanwhile and the site is away', async () => {
    endFirstWorker(async () => {
      answer = 'Three';
      expect((await crawl()).changes).toEqual(['changed']);
      answer = { statusCode: 403 };
    });
    const { pages, changes } = await crawl();
    expect([changes, pages[0]!.markdown]).toEqual([['changed'], 'Three']);
    answer = 'Three';
    expect((await crawl()).changes).toEqual(['same']);
  });

  it('reports its change once if robots.txt forbids the page meanwhile and its text has changed', async () => {
    endFirstWorker(async () => {
      answer = 'Three';
      await crawl();
      jest.spyOn(crawling.robots, 'check').mockRejectedValue(new RobotsDisallowedError(URL));
    });
    expect((await crawl()).changes).toEqual(['changed']);
  });
});
