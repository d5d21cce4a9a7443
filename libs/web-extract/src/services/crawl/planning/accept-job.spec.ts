import { LmdbCrawlStore } from '../../../drivers/lmdb/lmdb.crawl-store.js';
import type { CrawlRequest } from '../../../model/crawl/crawl.js';
import type { WebExtractEvent } from '../../../model/events.js';
import { resolveOptions } from '../../../model/options.js';
import { START } from '../../../testing/contracts/crawl-store/samples.contract.js';
import { EventStream } from '../../events/event-stream.js';
import { TraceCarrier } from '../../events/trace-carrier.js';
import { CrawlLifecycle } from '../worker/crawl-lifecycle.js';
import { acceptJob } from './accept-job.js';

const WEBHOOK = { url: 'http://hook.test/' };
const MAX_JOBS = 500;

describe('Waiting webhook messages of accepted jobs', () => {
  const options = resolveOptions({
    limits: { maxRunningCrawlsPerOwner: 2 * MAX_JOBS, maxKeptCrawls: 4 * MAX_JOBS },
  });
  const queue = { submit: async () => {} } as never;
  let store: LmdbCrawlStore;
  let dropped: WebExtractEvent[];
  let life: CrawlLifecycle;

  beforeEach(() => {
    store = new LmdbCrawlStore();
    dropped = [];
    const events = new EventStream();
    events.onAny((event) => event.type === 'job-messages-dropped' && dropped.push(event));
    life = new CrawlLifecycle(store, events, new TraceCarrier(), options);
  });
  afterEach(() => store.close());

  const accept = (owner: string, request: Partial<CrawlRequest>) => {
    const plan = {
      request: { url: START.url, webhook: WEBHOOK, ...request },
      limit: 1,
      seeds: [START],
      slotCount: 1,
    };
    return acceptJob({ store, queue, options, allowance: undefined, life }, plan, { owner });
  };

  it('are those of 500 extract jobs of an owner at most: those of the oldest job are dropped, with an event', async () => {
    const first = await accept('anna', { kind: 'extract' });
    await accept('ben', { kind: 'extract' });
    for (let n = 1; n < MAX_JOBS; n++) await accept('anna', { kind: 'extract' });
    expect(dropped).toEqual([]);
    await accept('anna', { kind: 'extract' });
    expect(dropped).toEqual([
      {
        type: 'job-messages-dropped',
        kind: 'extract',
        crawlId: first,
        owner: 'anna',
        messages: 1,
        at: expect.any(Number),
      },
    ]);
  });

  it('of crawls, which are positions in stored results, are not limited', async () => {
    for (let n = 0; n <= MAX_JOBS; n++) await accept('anna', {});
    expect(dropped).toEqual([]);
  });
});
