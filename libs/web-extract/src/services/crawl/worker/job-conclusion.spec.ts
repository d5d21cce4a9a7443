import type { CrawlJob, CrawlRequest, PageRecord } from '../../../model/crawl/crawl.js';
import { concludeCrawl, SENT_BACK } from './job-conclusion.js';

function conclude(
  counters: Partial<CrawlJob['counters']>,
  refused: readonly PageRecord['refused'][] = [],
  request: Partial<CrawlRequest> = {},
) {
  const job = {
    id: 'c',
    request: { url: 'http://site.test/', limit: 100, ...request },
    counters: { pages: 1, statusCounts: { 200: 1 }, ...counters },
  } as unknown as CrawlJob;
  return concludeCrawl(job, {
    records: async () => refused.map((one) => ({ refused: one })) as PageRecord[],
  });
}

describe('the end of a crawl', () => {
  it('is a failure if only an error of the start page is there', async () => {
    expect(await conclude({ statusCounts: { 502: 1 } })).toEqual({
      status: 'failed',
      reason: 'The start page answered with HTTP status 502',
    });
    expect((await conclude({ statusCounts: { 404: 1 } })).status).toBe('completed');
    expect((await conclude({ pages: 2, statusCounts: { 200: 1, 502: 1 } })).status).toBe('completed');
    expect((await conclude({ statusCounts: { 502: 1 } }, [], { kind: 'batch' })).status).toBe('completed');
  });

  it('names the rule that left out most links of a short result', async () => {
    const { reason } = await conclude({}, [{ 'outside-path': 7, 'not-included': 2, 'media-file': 90 }]);
    expect(reason).toBe(
      '7 links were left out by the rule outside-path: they lie outside the folder of the start page',
    );
  });

  it('says nothing of a result that is long, reached its limit, or left out little', async () => {
    const many = [{ 'outside-path': 7 }];
    expect((await conclude({ pages: 6, statusCounts: { 200: 6 } }, many)).reason).toBeNull();
    expect((await conclude({}, many, { limit: 1 })).reason).toBeNull();
    expect((await conclude({ pages: 3 }, [{ 'outside-path': 2 }])).reason).toBeNull();
    expect((await conclude({}, [{ 'external-host': 9 }])).reason).toBeNull();
  });

  it('names a cookie that the site seems to need', async () => {
    const { reason } = await conclude({}, [{}, { [SENT_BACK]: 1 }, { [SENT_BACK]: 1 }]);
    expect(reason).toContain('2 pages redirected to a page that sets a cookie');
    expect((await conclude({}, [{}, {}, { [SENT_BACK]: 1 }])).reason).toBeNull();
  });
});
