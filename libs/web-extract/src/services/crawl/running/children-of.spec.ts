import { CrawlScope } from '../../../engine/scope/crawl-scope.js';
import type { CrawlRequest, PageTask } from '../../../model/crawl.js';
import type { PageLink } from '../../../model/page.js';
import { pageOf, urlOf } from '../../../testing/crawl-store/samples.contract.js';
import { childrenOf, sitemapsTask } from './children-of.js';

const PAGE = 'http://site.test/from';
const task: PageTask = { ...urlOf('/from', { hops: 2 }), crawlId: 'c', lease: 'l', attempts: 0 };
const linkTo = (path: string, nofollow = false): PageLink => ({
  url: new URL(path, PAGE).href,
  text: '',
  nofollow,
});

function childrenFor(
  links: PageLink[],
  request: Partial<CrawlRequest> = {},
  robots: string | null = null,
  known = {},
) {
  const scope = new CrawlScope({ url: 'http://site.test/', ...request });
  const metadata = { ...pageOf(PAGE).metadata, robots };
  return childrenOf(task, PAGE, links, metadata, scope, known);
}

describe('childrenOf', () => {
  it('admits links with all that is known of them', async () => {
    const { urls, refused } = await childrenFor([linkTo('/a?b=1')]);
    expect(urls).toEqual([
      {
        kind: 'page',
        url: 'http://site.test/a?b=1',
        key: 'site.test/a?b=1',
        host: 'site.test:80',
        hops: 3,
        rule: 'link',
        foundOn: PAGE,
        variantOf: 'site.test/a',
      },
    ]);
    expect(refused).toEqual({});
  });

  it('counts what it refuses by rule', async () => {
    const links = ['http://other.test/', 'http://other.test/x', '/x.zip', 'mailto:a@b.c', '/x/x/x/x/x/'].map(
      (path) => linkTo(path),
    );
    expect((await childrenFor(links)).refused).toEqual({
      'external-host': 2,
      'media-file': 1,
      'not-http': 1,
      'trap-repeated-segments': 1,
    });
  });

  it.each([
    [[linkTo('/a', true), linkTo('/b')], null, ['/b']],
    [[linkTo('/a'), linkTo('/b')], 'noindex, nofollow', []],
    [[linkTo('/a')], 'NONE', []],
    [[linkTo('/a')], 'noindex', ['/a']],
  ])('keeps to nofollow where the request asks for it', async (links, robots, paths) => {
    const { urls } = await childrenFor(links, { scope: { respectNofollow: true } }, robots);
    expect(urls.map(({ url }) => new URL(url).pathname)).toEqual(paths);
    expect((await childrenFor(links, {}, robots)).urls).toHaveLength(links.length);
  });

  it('refuses another session of a known page as a trap, and the first one not', async () => {
    const session = linkTo('/a;jsessionid=0123456789abcdef01');
    expect((await childrenFor([session])).urls).toHaveLength(1);
    const known = { hasKey: (key: string) => key === 'site.test/a' };
    expect(await childrenFor([session, linkTo('/a')], {}, null, known)).toMatchObject({
      urls: [{ url: 'http://site.test/a' }],
      refused: { 'trap-session-id': 1 },
    });
  });
});

describe('sitemapsTask', () => {
  it.each([
    ['https://site.test/a/b', 'site.test:443', 'sitemaps of https://site.test'],
    ['http://site.test:8080/', 'site.test:8080', 'sitemaps of http://site.test:8080'],
    ['http://[::1]/', '[::1]:80', 'sitemaps of http://[::1]'],
  ])('is one for a site: %s', (url, host, key) => {
    expect(sitemapsTask(url)).toMatchObject({ kind: 'sitemaps', url, host, key, hops: 0 });
  });
});
