import { Logger } from '@nestjs/common';
import type { CrawlJob } from '../../model/crawl/crawl.js';
import type { LinkToFollow, ShouldFollow } from '../../model/hooks/hooks.js';
import { resolveOptions } from '../../model/options.js';
import { urlOf } from '../../testing/contracts/crawl-store/samples.contract.js';
import { HostHooks } from './host-hooks.js';
import { LinkFilter } from './link-filter.js';

const JOB = { id: 'c', owner: 'anna', request: { url: 'http://site.test/' } } as CrawlJob;
const candidates = (...paths: string[]) =>
  paths.map((path) => ({ url: urlOf(path, { rule: 'link', hops: 1 }), text: `to ${path}`, isKnown: false }));

function filterWith(shouldFollow: ShouldFollow, signal = new AbortController().signal): LinkFilter {
  return new LinkFilter(new HostHooks(resolveOptions({ hooks: { shouldFollow } })), JOB, signal);
}

describe('LinkFilter', () => {
  beforeEach(() => void jest.spyOn(Logger.prototype, 'error').mockImplementation());
  afterEach(() => jest.restoreAllMocks());

  it('keeps the links that the host follows, in their order, and counts the others', async () => {
    const filter = filterWith(async ({ url }) => {
      if (url.endsWith('/a')) await new Promise(setImmediate); // its verdict comes last
      return !url.endsWith('/b');
    });
    const { urls, dropped } = await filter.filter(candidates('/a', '/b', '/c'));
    expect(urls).toEqual(candidates('/a', '/c').map(({ url }) => url));
    expect(dropped).toBe(1);
  });

  it('tells the host the link, its text and the job', async () => {
    const told: Omit<LinkToFollow, 'signal'>[] = [];
    await filterWith(({ signal: _, ...link }) => told.push(link) > 0).filter(candidates('/a'));
    const [{ url }] = candidates('/a') as [ReturnType<typeof candidates>[0]];
    const job = { id: 'c', kind: 'crawl', owner: 'anna', url: 'http://site.test/' };
    expect(told).toEqual([{ url: url.url, foundOn: url.foundOn, text: 'to /a', hops: 1, job }]);
  });

  it('marks a link whose call fails, and asks about the others', async () => {
    const filter = filterWith(({ url }) => {
      if (url.endsWith('/a')) throw new Error('a fault');
      return true;
    });
    const { urls } = await filter.filter(candidates('/a', '/b'));
    expect(urls.map(({ rule }) => rule)).toEqual(['unanswered', 'link']);
  });

  it('asks no more than 16 times at once', async () => {
    let [running, most] = [0, 0];
    const filter = filterWith(async () => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
      return true;
    });
    await filter.filter(candidates(...Array.from({ length: 100 }, (_, n) => `/${n}`)));
    expect(most).toBe(16);
  });

  it('marks the links that come after the time of a page, without a call', async () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    let calls = 0;
    const filter = filterWith(() => {
      now.mockReturnValue(30_001);
      return ++calls > 0;
    });
    expect((await filter.filter(candidates('/a'))).urls[0]!.rule).toBe('link');
    expect((await filter.filter(candidates('/b'))).urls[0]!.rule).toBe('unanswered');
    expect(calls).toBe(1);
  });

  it('does not ask again about links that the crawl has', async () => {
    const known = candidates('/a').map((candidate) => ({ ...candidate, isKnown: true }));
    const { urls, dropped } = await filterWith(() => false).filter([...known, ...candidates('/b')]);
    expect([urls, dropped]).toEqual([known.map(({ url }) => url), 1]);
  });

  it('does not ask about start pages, sitemaps and pages of an earlier visit', async () => {
    const others = [
      { url: urlOf('/', { rule: 'seed' }), text: '', isKnown: false },
      { url: urlOf('/sitemap.xml', { kind: 'sitemaps', rule: 'sitemap' }), text: '', isKnown: false },
      { url: urlOf('/old', { rule: 'remembered' }), text: '', isKnown: false },
    ];
    const { urls, dropped } = await filterWith(() => false).filter(others);
    expect([urls.length, dropped]).toEqual([3, 0]);
  });

  it('ends with the reason of an abandoned page', async () => {
    const page = new AbortController();
    page.abort(new Error('the lease is lost'));
    await expect(filterWith(() => true, page.signal).filter(candidates('/a'))).rejects.toThrow(
      'the lease is lost',
    );
  });
});
