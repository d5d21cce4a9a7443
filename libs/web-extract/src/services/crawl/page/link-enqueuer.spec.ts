import type { CrawlJob, CrawlRequest } from '../../../model/crawl/crawl.js';
import type { PageLink } from '../../../model/page/page.js';
import { pageOf, urlOf } from '../../../testing/contracts/crawl-store/samples.contract.js';
import { LinkEnqueuer, type Children } from './link-enqueuer.js';
import { ActiveTask } from '../worker/active-task.js';
import { saysNofollow, type Visited } from './visit-result.js';

const START = 'http://site.test/';
const PAGE = 'http://site.test/from';
const linkTo = (path: string, nofollow = false): PageLink => ({
  url: new URL(path, PAGE).href,
  text: '',
  nofollow,
});

function intakeOf(request: Partial<CrawlRequest> = {}, rootUrl: string | null = START): LinkEnqueuer {
  const job = { id: 'c', request: { url: START, ...request }, rootUrl, counters: { queued: 0 } } as CrawlJob;
  const find = async () => ({ ...job, rootUrl: 'http://site.test/en/' });
  return new LinkEnqueuer(job, { find, frontier: null as never });
}

function childrenFor(
  links: PageLink[],
  {
    enqueuer = intakeOf(),
    robots = null as string | null,
    url = PAGE,
    rule = 'link' as 'link' | 'seed',
  } = {},
): Promise<Children> {
  const task = { ...urlOf('/from', { hops: 2, rule }), crawlId: 'c', lease: 'l', attempts: 0 };
  const page = { ...pageOf(url), metadata: { ...pageOf(url).metadata, robots } };
  const outcome = { kind: 'page', page, keys: [], credits: 1 } as const;
  const nofollow = saysNofollow(page);
  const visited: Visited = {
    kind: 'visited',
    outcome,
    url,
    anchors: links,
    bytes: 0,
    nofollow,
    refusal: null,
  };
  return enqueuer.linksToEnqueue(new ActiveTask(task, null), visited);
}

const pathsOf = ({ urls }: Children) => urls.map(({ url }) => new URL(url).pathname);

describe('LinkEnqueuer', () => {
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
    const enqueuer = intakeOf({ scope: { respectNofollow: true } });
    expect(pathsOf(await childrenFor(links, { enqueuer, robots }))).toEqual(paths);
    expect((await childrenFor(links, { robots })).urls).toHaveLength(links.length);
  });

  it('refuses another session of a known page as a trap, and the first one not', async () => {
    const session = linkTo('/a;jsessionid=0123456789abcdef01');
    const enqueuer = intakeOf();
    const { urls } = await childrenFor([session], { enqueuer });
    expect(urls).toHaveLength(1);
    enqueuer.stored(urls);
    expect(await childrenFor([session, linkTo('/a')], { enqueuer })).toMatchObject({
      urls: [{ url: 'http://site.test/a' }],
      refused: { 'trap-session-id': 1 },
    });
  });

  it('learns where the start page was found by another worker', async () => {
    const enqueuer = intakeOf({}, null);
    expect(pathsOf(await childrenFor([linkTo('/en/a'), linkTo('/de/a')], { enqueuer }))).toHaveLength(2);
    await enqueuer.loadRootUrl();
    expect(pathsOf(await childrenFor([linkTo('/en/a'), linkTo('/de/a')], { enqueuer }))).toEqual(['/en/a']);
  });

  it.each([
    ['https://site.test/a/b', 'site.test:443', 'sitemaps of https://site.test'],
    ['http://site.test:8080/', 'site.test:8080', 'sitemaps of http://site.test:8080'],
    ['http://[::1]/', '[::1]:80', 'sitemaps of http://[::1]'],
  ])('has the sitemaps of a site read once, with its start page: %s', async (url, host, key) => {
    const { urls } = await childrenFor([], { url, rule: 'seed' });
    expect(urls).toMatchObject([{ kind: 'sitemaps', url, host, key, hops: 0 }]);
    expect((await childrenFor([], { url })).urls).toEqual([]);
    expect(
      (await childrenFor([], { url, rule: 'seed', enqueuer: intakeOf({ useSitemap: false }) })).urls,
    ).toEqual([]);
  });
});
