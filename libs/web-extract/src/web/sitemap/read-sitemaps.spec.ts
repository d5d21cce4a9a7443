import { gzipSync } from 'node:zlib';
import { BlockedAddressError, ConnectionError } from '../../model/errors.js';
import { Fetcher, type FetchRequest, type FetchResponse } from '../../ports/fetcher.port.js';
import { readSitemaps, type SitemapReport, type SitemapWalk } from './read-sitemaps.js';

type File = string | Uint8Array | { redirectedTo: string; body: string } | Error;

class SiteFetcher extends Fetcher {
  readonly asked: string[] = [];
  readonly requests: FetchRequest[] = [];

  constructor(private readonly files: Readonly<Record<string, File>>) {
    super();
  }

  async fetch(request: FetchRequest, signal?: AbortSignal): Promise<FetchResponse> {
    signal?.throwIfAborted();
    await request.beforeHop?.(request.url);
    this.asked.push(new URL(request.url).pathname);
    this.requests.push(request);
    const file = this.files[new URL(request.url).pathname];
    if (file instanceof Error) throw file;
    const moved = typeof file === 'object' && 'redirectedTo' in file ? file : null;
    const body = moved ? moved.body : (file as string | Uint8Array | undefined);
    return {
      url: moved ? moved.redirectedTo : request.url,
      statusCode: body === undefined ? 404 : 200,
      statusText: '',
      headers: {},
      body: typeof body === 'string' ? Buffer.from(body) : (body ?? Buffer.alloc(0)),
      truncated: false,
      attempts: 1,
    };
  }
}

const START = 'https://e.com/';
const urlset = (...paths: string[]): string =>
  `<urlset>${paths.map((path) => `<url><loc>${new URL(path, START).href}</loc></url>`).join('')}</urlset>`;
const index = (...paths: string[]): string =>
  `<sitemapindex>${paths.map((path) => `<sitemap><loc>${new URL(path, START).href}</loc></sitemap>`).join('')}</sitemapindex>`;

async function walked(files: Record<string, File>, walk: Partial<SitemapWalk> = {}) {
  const fetcher = new SiteFetcher(files);
  const urls: string[] = [];
  for await (const batch of readSitemaps(fetcher, { startUrl: START, ...walk })) urls.push(...batch);
  return { fetcher, urls, paths: urls.map((url) => url.replace(START, '/')) };
}

describe('readSitemaps', () => {
  it('reads what robots.txt names and /sitemap.xml, each page once', async () => {
    const { paths } = await walked(
      { '/sitemap.xml': urlset('/a', '/b'), '/more.xml': urlset('/b', '/c#part', '/c') },
      { declared: ['https://e.com/more.xml', 'https://e.com/sitemap.xml'] },
    );
    expect(paths.sort()).toEqual(['/a', '/b', '/c']);
  });

  it('follows indexes, packed or not, and indexes inside them', async () => {
    const { paths } = await walked({
      '/sitemap.xml': index('/inner.xml', '/packed.xml.gz'),
      '/inner.xml': index('/deep.xml'),
      '/deep.xml': urlset('/deep'),
      '/packed.xml.gz': gzipSync(urlset('/packed')),
    });
    expect(paths.sort()).toEqual(['/deep', '/packed']);
  });

  it('reads every file once, however the indexes go round', async () => {
    const { fetcher, paths } = await walked({
      '/sitemap.xml': index('/sitemap.xml', '/two.xml', '/moved.xml', '/pages.xml'),
      '/two.xml': index('/sitemap.xml', '/two.xml'),
      '/moved.xml': { redirectedTo: 'https://e.com/two.xml', body: index('/never.xml') },
      '/pages.xml': urlset('/a'),
    });
    expect(fetcher.asked.sort()).toEqual(['/moved.xml', '/pages.xml', '/sitemap.xml', '/two.xml']);
    expect(paths).toEqual(['/a']);
  });

  it('gives out pages of the host only, unless the caller decides otherwise', async () => {
    const files = {
      '/sitemap.xml': urlset(
        'https://other.com/x',
        'http://www.e.com/y',
        'https://e.com:8443/z',
        'ftp://e.com/f',
        '/a',
      ),
    };
    expect((await walked(files)).urls).toEqual(['http://www.e.com/y', 'https://e.com/a']);
    expect((await walked(files, { admits: (url) => url.includes('other') })).urls).toEqual([
      'https://other.com/x',
    ]);
  });

  it('resolves relative addresses against the file, where it was found in the end', async () => {
    const { urls } = await walked({
      '/sitemap.xml': {
        redirectedTo: 'https://e.com/maps/s.xml',
        body: '<urlset><url><loc>../a</loc></url></urlset>',
      },
    });
    expect(urls).toEqual(['https://e.com/a']);
  });

  it('goes on after files that are missing, refused or broken, and reports them', async () => {
    const reports: SitemapReport[] = [];
    const { paths } = await walked(
      {
        '/sitemap.xml': index('/missing.xml', '/broken.xml', '/blocked.xml', '/good.xml'),
        '/broken.xml': new ConnectionError('https://e.com/broken.xml', 'reset'),
        '/good.xml': urlset('/a'),
      },
      {
        onFile: (report) => reports.push(report),
        beforeHop: async (url) => {
          if (url.endsWith('/blocked.xml')) throw new BlockedAddressError(url, 'no');
        },
      },
    );
    expect(paths).toEqual(['/a']);
    expect(
      reports.map(({ url, statusCode, pages, sitemaps }) => [
        new URL(url).pathname,
        statusCode,
        pages,
        sitemaps,
      ]),
    ).toEqual([
      ['/sitemap.xml', 200, 0, 4],
      ['/missing.xml', 404, 0, 0],
      ['/broken.xml', null, 0, 0],
      ['/blocked.xml', null, 0, 0],
      ['/good.xml', 200, 1, 0],
    ]);
    expect(reports.map(({ problem }) => problem)).toEqual([
      null,
      'answered 404',
      expect.stringContaining('reset'),
      expect.stringContaining('not allowed'),
      null,
    ]);
  });

  it('looks beside the start page when the root has nothing', async () => {
    const startUrl = 'https://e.com/project/intro';
    const files = { '/project/sitemap.xml': urlset('/project/a') };
    const beside = await walked(files, { startUrl });
    expect(beside.urls).toEqual(['https://e.com/project/a']);
    const rooted = await walked({ ...files, '/sitemap.xml': urlset('/b') }, { startUrl });
    expect(rooted.fetcher.asked).toEqual(['/sitemap.xml']);
  });
});

describe('readSitemaps: bounds', () => {
  it('fetches with bounds', async () => {
    const { fetcher } = await walked({}, { limits: { maxFileBytes: 1000, fileTimeoutMs: 50 } });
    expect(fetcher.requests[0]).toMatchObject({ maxBytes: 1000, timeoutMs: 50, onTooLarge: 'truncate' });
  });

  it('stops at the limit of addresses, exactly', async () => {
    const many = urlset(...Array.from({ length: 5000 }, (_, i) => `/p/${i}`));
    const { urls, fetcher } = await walked(
      { '/sitemap.xml': many, '/x.xml': many },
      { limits: { maxUrls: 1234 } },
    );
    expect(urls).toHaveLength(1234);
    expect(fetcher.asked).toEqual(['/sitemap.xml']);
  });

  it('stops at the limits of files and depth', async () => {
    const files: Record<string, File> = {
      '/sitemap.xml': index(...Array.from({ length: 50 }, (_, i) => `/${i}.xml`)),
    };
    expect((await walked(files, { limits: { maxFiles: 10 } })).fetcher.asked).toHaveLength(10);
    const chain: Record<string, File> = { '/sitemap.xml': index('/1.xml') };
    for (let i = 1; i < 20; i++) chain[`/${i}.xml`] = index(`/${i + 1}.xml`);
    expect((await walked(chain, { limits: { maxDepth: 4 } })).fetcher.asked).toHaveLength(5);
  });

  it('fetches only as far as the consumer reads', async () => {
    const names = Array.from({ length: 40 }, (_, i) => `/${i}.xml`);
    const files: Record<string, File> = { '/sitemap.xml': index(...names) };
    for (const name of names) files[name] = urlset(`/page${name}`);
    const fetcher = new SiteFetcher(files);
    for await (const batch of readSitemaps(fetcher, { startUrl: START })) {
      if (batch.length > 0) break;
    }
    expect(fetcher.asked.length).toBeLessThanOrEqual(5);
  });

  it('ends quietly when its time is over', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    try {
      const reports: SitemapReport[] = [];
      const silent = new (class extends Fetcher {
        fetch(_: FetchRequest, signal?: AbortSignal): Promise<FetchResponse> {
          return new Promise((_resolve, reject) =>
            signal?.addEventListener('abort', () => reject(signal.reason as Error)),
          );
        }
      })();
      const pages = readSitemaps(silent, {
        startUrl: START,
        limits: { timeoutMs: 500 },
        onFile: (r) => reports.push(r),
      });
      const first = pages.next();
      await jest.advanceTimersByTimeAsync(500);
      expect(await first).toEqual({ done: true, value: undefined });
      expect(reports).toHaveLength(1);
    } finally {
      jest.useRealTimers();
    }
  });

  it('ends with the reason of a caller who gives up', async () => {
    const abort = new AbortController();
    const fetcher = new SiteFetcher({
      '/sitemap.xml': index('/a.xml', '/b.xml'),
      '/a.xml': urlset('/a'),
      '/b.xml': urlset('/b'),
    });
    const pages = readSitemaps(fetcher, { startUrl: START }, abort.signal);
    await pages.next();
    abort.abort(new Error('cancelled'));
    await expect(pages.next()).rejects.toThrow('cancelled');
  });
});

describe('sitemaps that robots.txt does not name', () => {
  const guessed = ['/sitemap_index.xml', '/wp-sitemap.xml'];

  it('are tried one after another while no page was found', async () => {
    const { paths, fetcher } = await walked(
      { '/sitemap_index.xml': index('/a.xml'), '/a.xml': urlset('/a') },
      { guessed },
    );
    expect([paths, fetcher.asked]).toEqual([['/a'], ['/sitemap.xml', '/sitemap_index.xml', '/a.xml']]);
    expect((await walked({}, { guessed })).fetcher.asked).toEqual(['/sitemap.xml', ...guessed]);
  });

  it('are not requested if there are pages already', async () => {
    expect((await walked({ '/sitemap.xml': urlset('/a') }, { guessed })).fetcher.asked).toEqual([
      '/sitemap.xml',
    ]);
  });

  it('are the only ones where the usual one was read before', async () => {
    const { fetcher } = await walked({}, { guessed, readsUsual: false });
    expect(fetcher.asked).toEqual(guessed);
  });
});

describe('pages in other languages', () => {
  it('are read beside the page', async () => {
    const link = (lang: string) =>
      `<xhtml:link rel="alternate" hreflang="${lang}" href="https://e.com/${lang}/a?x=1&amp;y=2"/>`;
    const others = `<xhtml:link rel="canonical" href="https://e.com/no"/><xhtml:link rel="alternate" media="handheld" href="https://e.com/no"/>`;
    const file = `<urlset><url>${link('de')}<loc>https://e.com/a</loc>${others}${link('fr')}<lastmod>2024-01-01</lastmod></url></urlset>`;
    const dates: string[] = [];
    const { paths } = await walked({ '/sitemap.xml': file }, { onDate: (url) => void dates.push(url) });
    expect([paths.sort(), dates]).toEqual([['/a', '/de/a?x=1&y=2', '/fr/a?x=1&y=2'], ['https://e.com/a']]);
  });
});
