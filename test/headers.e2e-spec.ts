import { ScrapeService, WebExtractModule } from 'nestjs-web-extract';
import { SearchProvider } from '../libs/web-extract/src/ports/search-provider.port.js';
import { linked } from './sites/linked.js';
import { html, redirect, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { crawl } from './support/crawls.js';

const SECRETS = {
  'X-Api-Key': 'secret',
  'X-Internal': 'secret',
  'Proxy-Token': 'secret',
  Referer: 'https://secret.example/',
};

let home: Site;
let other: Site;
let api: RunningApp | undefined;

beforeAll(async () => {
  other = await startSite({
    '/end': html('End'),
    '/back': (_request, response) => response.writeHead(302, { location: `${home.url}/end` }).end(),
  });
  home = await startSite({
    ...linked({ '/': ['/inside', `${other.url}/end`], '/inside': [] }),
    '/end': html('End'),
    '/away': redirect(`${other.url}/end`),
    '/there-and-back': redirect(`${other.url}/back`),
  });
});

beforeEach(() => {
  (home.requests as unknown[]).length = (other.requests as unknown[]).length = 0;
});

afterEach(async () => {
  await api?.close();
  api = undefined;
});

afterAll(async () => {
  await home?.close();
  await other?.close();
});

async function start(trustedHeaderOrigins: string[] = []): Promise<RunningApp> {
  const options = {
    auth: { keys: [KEY] },
    allowPrivate: [home.address, other.address],
    trustedHeaderOrigins,
  };
  const provider = {
    search: async () => ({ hits: [{ url: `${other.url}/end`, title: '', description: '' }], warnings: [] }),
  };
  api = await startApp({
    imports: [WebExtractModule.forRoot(options)],
    override: (builder) => builder.overrideProvider(SearchProvider).useValue(provider),
  });
  return api;
}

const toldSecrets = (site: Site): string[] =>
  site.requests.filter(({ headers }) => JSON.stringify(headers).includes('secret')).map(({ path }) => path);

describe('headers of a request', () => {
  it.each(['/v1/scrape', '/v0/scrape'])('stay with the origin asked for: %s', async (path) => {
    await start();
    const options = path.startsWith('/v1') ? { headers: SECRETS } : { pageOptions: { headers: SECRETS } };
    for (const page of ['/away', '/there-and-back']) {
      expect((await api!.post(path, { url: home.url + page, ...options })).status).toBe(200);
    }
    expect([toldSecrets(home), toldSecrets(other)]).toEqual([['/away', '/there-and-back', '/end'], []]);
  });

  it('stay with the host of a crawl', async () => {
    await start();
    const scrapeOptions = { headers: SECRETS };
    const end = await crawl(api!, { url: `${home.url}/`, allowExternalLinks: true, scrapeOptions });
    expect(end.paths).toEqual(['/', '/end', '/inside']);
    expect([toldSecrets(home).sort(), toldSecrets(other)]).toEqual([['/', '/inside'], []]);
  });

  it('are for no hit of a search', async () => {
    await start();
    const scrapeOptions = { formats: ['markdown'], headers: { ...SECRETS, 'Accept-Language': 'fr' } };
    const { json } = await api!.post('/v1/search', { query: 'end', scrapeOptions });
    expect([json.data[0].markdown, toldSecrets(other)]).toEqual(['End', []]);
    expect(other.requests[0]?.headers['accept-language']).toBe('fr');
  });

  it('go to the sites that the host lists', async () => {
    await start([other.address]);
    const scrapeOptions = { formats: ['markdown'], headers: SECRETS };
    await api!.post('/v1/scrape', { url: `${home.url}/away`, headers: SECRETS });
    await crawl(api!, { url: `${home.url}/`, allowExternalLinks: true, scrapeOptions });
    await api!.post('/v1/search', { query: 'end', scrapeOptions });
    expect(toldSecrets(other)).toEqual(['/end', '/end', '/end']);
  });

  it('are for another site where a host says so', async () => {
    await start();
    const scraper = api!.app.get(ScrapeService);
    await scraper.scrape({ url: `${other.url}/end`, headers: SECRETS, headersFor: `${home.url}/` });
    await scraper.scrape({ url: `${home.url}/away`, headers: SECRETS, headersFor: other.url });
    expect([toldSecrets(home), toldSecrets(other)]).toEqual([[], ['/end']]);
  });
});
