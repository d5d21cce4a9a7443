import type { CrawlJob, CrawlWebhook } from '../../model/crawl/crawl.js';
import { pageOf } from '../../testing/contracts/crawl-store/samples.contract.js';
import type { CrawlNews } from '../../services/crawl/webhooks/webhook-message.js';
import { newsPresenter } from './webhook-message.presenter.js';

const job = { id: 'the-id', error: null, request: { url: 'http://site.test/' } } as CrawlJob;
const page = pageOf('http://site.test/');
const present = () => ({ presented: true });
const message = (news: CrawlNews, webhook: Partial<CrawlWebhook> = {}, of = job) =>
  newsPresenter({ v0: present, v1: present, v2: present }).present(
    of,
    { url: 'http://hook.test/', ...webhook },
    news,
  );

const unread = (): never => {
  throw new Error('nobody wants to read all pages');
};
const COMPLETED: CrawlNews = { type: 'completed', readPages: unread };

describe('newsPresenter', () => {
  it('tells each event of v1 in one form', () => {
    const common = { id: 'the-id', metadata: {} };
    expect(message({ type: 'started' })).toEqual({
      ...common,
      success: true,
      type: 'crawl.started',
      data: [],
    });
    expect(message({ type: 'page', page })).toEqual({
      ...common,
      success: true,
      type: 'crawl.page',
      data: [{ presented: true }],
    });
    expect(message(COMPLETED)).toEqual({
      ...common,
      success: true,
      type: 'crawl.completed',
      data: [],
    });
  });

  it('says why a crawl failed', () => {
    const failed = { type: 'failed', readPages: unread } as const;
    expect(message(failed)).toMatchObject({ success: false, error: 'Crawl was cancelled' });
    expect(message(failed, {}, { ...job, error: 'gone' })).toMatchObject({ success: false, error: 'gone' });
  });

  it('tells nothing that was not asked for', () => {
    expect(message({ type: 'page', page }, { events: ['completed'] })).toBeNull();
    expect(message(COMPLETED, { events: ['completed'] })).not.toBeNull();
  });

  it('tells of a batch under its own name', () => {
    const batch = { ...job, request: { ...job.request, kind: 'batch' } } as CrawlJob;
    expect(message(COMPLETED, {}, batch)).toMatchObject({
      type: 'batch_scrape.completed',
    });
  });

  it('writes as v1 what no version has a form for', () => {
    expect(message({ type: 'started' }, { format: 'v9' })).toEqual(message({ type: 'started' }));
  });

  it('adds the metadata of the receiver', () => {
    expect(message({ type: 'started' }, { metadata: { mine: 1 } })).toMatchObject({ metadata: { mine: 1 } });
  });

  it('tells one thing at the end of a crawl of v0, with all pages', async () => {
    const v0 = { format: 'v0' } as const;
    expect([await message({ type: 'started' }, v0), await message({ type: 'page', page }, v0)]).toEqual([
      null,
      null,
    ]);
    expect(await message({ type: 'completed', readPages: async () => [page] }, v0)).toEqual({
      success: true,
      jobId: 'the-id',
      data: [{ presented: true }],
    });
    expect(await message({ type: 'failed', readPages: async () => [] }, v0)).toEqual({
      success: false,
      jobId: 'the-id',
      data: [],
      error: 'Crawl was cancelled',
    });
  });
});

describe('a page that failed', () => {
  const url = 'http://site.test/a';
  const failure = { id: 'f', url, code: 'SCRAPE_TIMEOUT', message: 'Too late', attempts: 3, failedAt: 1 };

  it('is a page without success, with its URL and error', () => {
    expect(message({ type: 'page-failed', failure })).toEqual({
      success: false,
      type: 'crawl.page',
      id: 'the-id',
      data: [{ metadata: { url, sourceURL: url, error: 'Too late', code: 'SCRAPE_TIMEOUT' } }],
      metadata: {},
      error: 'Too late',
    });
  });

  it('is reported to receivers of pages only, and not in v0', () => {
    expect(message({ type: 'page-failed', failure }, { events: ['completed'] })).toBeNull();
    return expect(message({ type: 'page-failed', failure }, { format: 'v0' })).resolves.toBeNull();
  });
});
