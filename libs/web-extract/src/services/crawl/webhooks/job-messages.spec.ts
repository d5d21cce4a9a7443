import type { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import type { KeylessJobs } from '../page/keyless-jobs.js';
import { JobMessages } from './job-messages.js';
import type { NewsPresenter } from './webhook-message.js';

const failures = ['a', 'b'].map((name) => ({ url: `http://site.test/${name}` }));
const job = {
  id: 'c',
  status: 'completed',
  counters: { pages: 0 },
  request: { webhook: { url: 'http://hook.test/' } },
};
const store = {
  find: async () => job,
  results: {
    pages: async () => ({ pages: [] }),
    failures: async (_: string, from: number) => failures.slice(from, from + 1),
  },
} as unknown as CrawlStore;
const presenter = { present: (_: unknown, __: unknown, news: object) => news } as unknown as NewsPresenter;

describe('JobMessages', () => {
  it('reports pages that failed one by one at the position of the end, and then the end', async () => {
    const messages = new JobMessages(store, presenter, {} as KeylessJobs);
    const queue = (await messages.open({ crawlId: 'c' } as never))!;
    const told: unknown[] = [];
    for (let position = 1; position < 2;) {
      const message = (await queue.next(position))!;
      told.push((message.body as { type: string }).type);
      position = message.isPart ? message.position : message.position + 1;
      message.onSent?.();
    }
    expect(told).toEqual(['page-failed', 'page-failed', 'completed']);
  });
});
