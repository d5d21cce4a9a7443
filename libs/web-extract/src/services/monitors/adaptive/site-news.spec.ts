import { ConnectionError } from '../../../model/errors.js';
import { Fetcher, type FetchRequest, type FetchResponse } from '../../../ports/fetcher.port.js';
import { RobotsGate } from '../../../web/robots/robots-gate.js';
import { SiteNews } from './site-news.js';

const SITE = 'https://site.example';
const NOW = Date.UTC(2027, 0, 10);
const DAY = 86_400_000;
const date = (daysAgo: number): string => new Date(NOW - daysAgo * DAY).toISOString();

class FilesFetcher extends Fetcher {
  readonly asked: string[] = [];
  constructor(private readonly files: Readonly<Record<string, string | Error | (() => Promise<string>)>>) {
    super();
  }

  async fetch({ url, beforeHop, maxBytes }: FetchRequest): Promise<FetchResponse> {
    await beforeHop?.(url);
    this.asked.push(url);
    const file = this.files[url] ?? this.files[new URL(url).pathname];
    if (file instanceof Error) throw file;
    const text = typeof file === 'function' ? await file() : file;
    const body = Buffer.from(text ?? '').subarray(0, maxBytes ?? Infinity);
    return {
      url,
      statusCode: text === undefined ? 404 : 200,
      statusText: '',
      headers: {},
      body,
      truncated: false,
      attempts: 1,
    };
  }
}

const urlset = (entries: Readonly<Record<string, string>>): string =>
  `<urlset>${Object.entries(entries).map(([path, at]) => `<url><loc>${SITE}${path}</loc><lastmod>${at}</lastmod></url>`).join('')}</urlset>`; // prettier-ignore
const pages = (count: number, daysAgo = 5) =>
  Array.from({ length: count }, (_, n) => ({ url: `${SITE}/${n}`, lastAt: NOW - daysAgo * DAY }));

describe('SiteNews', () => {
  let fetcher: FilesFetcher;
  let news: SiteNews;
  beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(NOW));
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });
  const on = (files: ConstructorParameters<typeof FilesFetcher>[0]) => {
    fetcher = new FilesFetcher(files);
    news = new SiteNews(new RobotsGate(fetcher, { agent: 'Test' }), fetcher);
  };
  const changed = async (visited = pages(4)) =>
    [...(await news.changed(visited, 'anna', new AbortController().signal))]
      .map((url) => url.slice(SITE.length))
      .sort();

  it('names pages that a sitemap dates after their last visit', async () => {
    on({ '/sitemap.xml': urlset({ '/0': date(1), '/1': date(6), '/2': date(4.9), '/unknown': date(1) }) });
    expect(await changed()).toEqual(['/0', '/2']);
  });

  it('reads the sitemaps that robots.txt declares', async () => {
    on({ '/robots.txt': `Sitemap: ${SITE}/map.xml`, '/map.xml': urlset({ '/3': date(1) }) });
    expect(await changed()).toEqual(['/3']);
  });

  it('reads feeds that the start page names, once a day', async () => {
    const rss = `<rss><channel><item><pubDate>Sat, 09 Jan 2027 00:00:00 GMT</pubDate><link>${SITE}/0</link></item></channel></rss>`;
    const atom = `<feed><entry><updated>${date(2)}</updated><link href="${SITE}/1"/></entry><entry><link href="${SITE}/2"/><published>${date(9)}</published></entry></feed>`;
    on({
      '/': '<link rel="alternate" type="application/rss+xml" href="/rss"><link rel="alternate" type="application/atom+xml" href="/atom">',
      '/rss': rss,
      '/atom': atom,
    });
    expect(await changed()).toEqual(['/0', '/1']);
    expect(await changed()).toEqual(['/0', '/1']);
    expect(fetcher.asked.filter((url) => url === `${SITE}/`)).toHaveLength(1);
    expect(fetcher.asked.filter((url) => url === `${SITE}/rss`)).toHaveLength(2);
  });

  it.each([
    ['dates in the future', urlset({ '/0': date(-1) })],
    ['dates that are none', urlset({ '/0': 'yesterday' })],
    ['a broken file', '<urlset><url><loc>'],
    ['a page instead of a sitemap', '<html><body>Not here</body></html>'],
    ['entities', `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(1_000)}">]>${urlset({ '/&b;': date(1) })}`],
  ])('ignores %s', async (_, file) => {
    on({ '/sitemap.xml': file });
    expect(await changed()).toEqual([]);
  });

  it('ignores a site that dates most of its pages by its last build', async () => {
    const paths = Object.fromEntries(pages(40).map(({ url }) => [url.slice(SITE.length), date(1)]));
    on({ '/sitemap.xml': urlset(paths) });
    expect(await changed(pages(40))).toEqual([]);
    expect(await changed(pages(400))).toHaveLength(40);
  });

  it('obeys robots.txt', async () => {
    on({ '/robots.txt': 'User-agent: *\nDisallow: /', '/sitemap.xml': urlset({ '/0': date(1) }) });
    expect(await changed()).toEqual([]);
    expect(fetcher.asked).toEqual([`${SITE}/robots.txt`]);
  });

  it('asks few files of few sites', async () => {
    const index = `<sitemapindex>${Array.from({ length: 5_000 }, (_, n) => `<sitemap><loc>/s${n}.xml</loc></sitemap>`).join('')}</sitemapindex>`;
    on({ '/sitemap.xml': index });
    const visited = Array.from({ length: 100 }, (_, n) => ({ url: `https://site${n}.example/`, lastAt: 1 }));
    await news.changed(visited, 'anna', new AbortController().signal);
    expect(new Set(fetcher.asked.map((url) => new URL(url).host)).size).toBe(10);
    expect(fetcher.asked.length).toBeLessThanOrEqual(10 * 12); // robots.txt, the start page, and ten files
  });

  it('continues without a site that cannot be reached', async () => {
    on({
      [`${SITE}/robots.txt`]: new ConnectionError(SITE, 'refused'),
      '/sitemap.xml': `<urlset><url><loc>https://b.example/0</loc><lastmod>${date(1)}</lastmod></url></urlset>`,
    });
    const visited = [...pages(3), { url: 'https://b.example/0', lastAt: NOW - 5 * DAY }];
    expect([...(await news.changed(visited, 'anna', new AbortController().signal))]).toEqual([
      'https://b.example/0',
    ]);
  });

  it('does not wait for sites that never answer', async () => {
    on({ '/sitemap.xml': () => new Promise<string>(() => {}), '/': () => new Promise<string>(() => {}) });
    jest.useFakeTimers({ now: NOW });
    const asked = news.changed(pages(3), 'anna', new AbortController().signal);
    await jest.advanceTimersByTimeAsync(30_000);
    expect([...(await asked)]).toEqual([]);
  });

  it('ends with the check', async () => {
    on({ '/': () => new Promise<string>(() => {}) });
    const controller = new AbortController();
    const asked = news.changed(pages(3), 'anna', controller.signal);
    controller.abort(new Error('shutting down'));
    await expect(asked).rejects.toThrow('shutting down');
  });
});
