import { createHmac } from 'node:crypto';
import type { CrawlJob, CrawlWebhook } from '../../model/crawl.js';
import { pageOf } from '../../testing/crawl-store/samples.contract.js';
import { webhookHeaders, webhookMessage, type CrawlNews } from './webhook-message.js';

const job = { id: 'the-id', error: null, request: { url: 'http://site.test/' } } as CrawlJob;
const page = pageOf('http://site.test/');
const present = () => ({ presented: true });
const message = (news: CrawlNews, webhook: Partial<CrawlWebhook> = {}, of = job) =>
  webhookMessage(of, { url: 'http://hook.test/', ...webhook }, news, present);

describe('webhookMessage', () => {
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
    expect(message({ type: 'completed', pages: [] })).toEqual({
      ...common,
      success: true,
      type: 'crawl.completed',
      data: [],
    });
  });

  it('says why a crawl failed', () => {
    const failed = { type: 'failed', pages: [] } as const;
    expect(message(failed)).toMatchObject({ success: false, error: 'Crawl was cancelled' });
    expect(message(failed, {}, { ...job, error: 'gone' })).toMatchObject({ success: false, error: 'gone' });
  });

  it('tells nothing that was not asked for', () => {
    expect(message({ type: 'page', page }, { events: ['completed'] })).toBeNull();
    expect(message({ type: 'completed', pages: [] }, { events: ['completed'] })).not.toBeNull();
  });

  it('tells of a batch under its own name', () => {
    const batch = { ...job, request: { ...job.request, kind: 'batch' } } as CrawlJob;
    expect(message({ type: 'completed', pages: [] }, {}, batch)).toMatchObject({
      type: 'batch_scrape.completed',
    });
  });

  it('adds the metadata of the receiver', () => {
    expect(message({ type: 'started' }, { metadata: { mine: 1 } })).toMatchObject({ metadata: { mine: 1 } });
  });

  it('tells one thing at the end of a crawl of v0', () => {
    const v0 = { format: 'v0' } as const;
    expect([message({ type: 'started' }, v0), message({ type: 'page', page }, v0)]).toEqual([null, null]);
    expect(message({ type: 'completed', pages: [page] }, v0)).toEqual({
      success: true,
      jobId: 'the-id',
      data: [{ presented: true }],
    });
    expect(message({ type: 'failed', pages: [] }, v0)).toEqual({
      success: false,
      jobId: 'the-id',
      data: [],
      error: 'Crawl was cancelled',
    });
  });
});

describe('webhookHeaders', () => {
  const headersFor = (headers: Record<string, string>, secret?: string) =>
    webhookHeaders({ url: 'http://hook.test/', headers }, '{"a":1}', secret);

  it('sends what the receiver wants, and the type', () => {
    expect(headersFor({ 'X-Own': 'yes' })).toEqual({ 'X-Own': 'yes', 'Content-Type': 'application/json' });
  });

  it('signs the body', () => {
    const signature = createHmac('sha256', 'key').update('{"a":1}').digest('hex');
    expect(headersFor({}, 'key')['X-Web-Extract-Signature']).toBe(`sha256=${signature}`);
  });

  it('lets nobody else write signature and type', () => {
    const headers = headersFor({ 'x-web-extract-signature': 'forged', 'CONTENT-TYPE': 'text/plain' });
    expect(headers).toEqual({ 'Content-Type': 'application/json' });
  });
});
