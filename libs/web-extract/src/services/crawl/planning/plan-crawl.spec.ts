import { parseAllowList } from '../../../web/url/allow-list.js';
import type { CrawlRequest } from '../../../model/crawl/crawl.js';
import { BlockedAddressError, InvalidRequestError } from '../../../model/errors.js';
import { resolveOptions } from '../../../model/options.js';
import { planBatch } from './plan-batch.js';
import { planCrawl } from './plan-crawl.js';

const plan = (request: Partial<CrawlRequest>, options = {}) =>
  planCrawl({ url: 'https://site.test/', ...request }, parseAllowList([]), resolveOptions(options));

describe('planCrawl', () => {
  it('makes a request definite', () => {
    const { request, limit, seeds, slotCount, warnings } = plan({ url: ' SITE.test/a/../b#c ' });
    expect([request.url, request.limit, limit, warnings]).toEqual(['http://site.test/b', 10_000, 10_000, []]);
    expect(seeds).toEqual([
      expect.objectContaining({
        kind: 'page',
        url: 'http://site.test/b',
        host: 'site.test:80',
        hops: 0,
        rule: 'seed',
      }),
    ]);
    expect(slotCount).toBe(20);
  });

  it('refuses skipErrorPages together with change tracking, as planBatch does', async () => {
    const request = { skipErrorPages: true, page: { track: { modes: [] } } } as Partial<CrawlRequest>;
    expect(() => plan(request)).toThrow(/^skipErrorPages cannot be combined with change tracking/);
    expect(() => plan({ ...request, skipErrorPages: false })).not.toThrow();
    const batch = { ...request, urls: ['https://site.test/'] };
    await expect(planBatch(batch, parseAllowList([]), resolveOptions())).rejects.toThrow(/change tracking/);
  });

  it('lowers a limit above the ceiling and says so', () => {
    const options = { limits: { maxCrawlPages: 50 } };
    expect(plan({ limit: 51 }, options)).toMatchObject({ limit: 50, warnings: ['limit was lowered to 50'] });
    expect(plan({ limit: 50 }, options).warnings).toEqual([]);
    expect(plan({}, options)).toMatchObject({ limit: 50, warnings: [] });
  });

  it('lowers a delay of more than a day and says so', () => {
    const day = 86_400_000;
    expect(plan({ delayMs: 1e303 })).toMatchObject({
      request: { delayMs: day },
      warnings: ['delayMs was lowered to 86400000'],
    });
    expect(plan({ delayMs: day })).toMatchObject({ request: { delayMs: day }, warnings: [] });
    expect(plan({}).request).not.toHaveProperty('delayMs');
  });

  it("lowers a page's time above the ceiling, once for all of its pages, and says so", () => {
    const options = { limits: { maxTimeoutMs: 60_000 } };
    expect(plan({ page: { mobile: true, timeoutMs: 60_001 } }, options)).toMatchObject({
      request: { page: { mobile: true, timeoutMs: 60_000 } },
      warnings: ['The timeout was lowered to 60000 ms'],
    });
    expect(plan({ page: { timeoutMs: 60_000 } }, options).warnings).toEqual([]);
    expect(plan({}, options).request.page).not.toHaveProperty('timeoutMs');
  });

  it('leaves robots.txt aside only where the host allows it', () => {
    expect(plan({ respectRobots: false })).toMatchObject({
      request: { respectRobots: true },
      warnings: ['respectRobots cannot be turned off here'],
    });
    expect(plan({ respectRobots: false }, { allowIgnoreRobots: true })).toMatchObject({
      request: { respectRobots: false },
      warnings: [],
    });
  });

  it('takes credentials out of the address', () => {
    const { request, seeds } = plan({
      url: 'https://user:pw@site.test/',
      page: { headers: { 'X-Own': 'yes' } },
    });
    expect(request.page?.headers).toEqual({ Authorization: 'Basic dXNlcjpwdw==', 'X-Own': 'yes' });
    expect(JSON.stringify([request.url, seeds])).not.toContain('pw');
  });

  it.each<[Partial<CrawlRequest>, (string | number)[]]>([
    [{ limit: 0 }, ['limit']],
    [{ limit: NaN }, ['limit']],
    [{ maxDepth: -1 }, ['maxDepth']],
    [{ maxDiscoveryDepth: -1 }, ['maxDiscoveryDepth']],
    [{ delayMs: -1 }, ['delayMs']],
    [{ maxConcurrency: 0 }, ['maxConcurrency']],
    [{ patterns: { syntax: 'regex', include: ['', '('], exclude: [] } }, ['patterns', 'include', 1]],
    [{ webhook: { url: 'ftp://site.test/' } }, ['webhook', 'url']],
    [{ url: 'nowhere' }, ['url']],
    [{ url: 'http://10.0.0.1/', limit: 0 }, ['limit']],
    [
      { url: 'http://10.0.0.1/', patterns: { syntax: 'regex', include: ['('], exclude: [] } },
      ['patterns', 'include', 0],
    ],
  ])('refuses %j naming the field, before it judges addresses', (request, path) => {
    expect(() => plan(request)).toThrow(InvalidRequestError);
    expect(() => plan(request)).toThrow(
      expect.objectContaining({ problems: [expect.objectContaining({ path })] }),
    );
  });

  it.each([{ url: 'http://10.0.0.1/' }, { webhook: { url: 'http://localhost/hook' } }])(
    'refuses the address of %j',
    (request) => {
      expect(() => plan(request)).toThrow(BlockedAddressError);
    },
  );
});
