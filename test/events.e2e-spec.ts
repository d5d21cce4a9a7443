import {
  CrawlService,
  ScrapeService,
  WebExtractEvents,
  WebExtractModule,
  type WebExtractEvent,
} from 'nestjs-web-extract';
import { linked } from './sites/linked.js';
import { html, startSite, type Site } from './sites/site.js';
import { keepLog, KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms } from './support/platforms.js';
import { crawl, until } from './support/crawls.js';
import { upload } from './support/upload.js';

const TIMINGS = {
  fetch: expect.any(Number),
  convert: expect.any(Number),
  read: expect.any(Number),
  choose: expect.any(Number),
  write: expect.any(Number),
  total: expect.any(Number),
  bytes: expect.any(Number),
};

let site: Site;

beforeAll(async () => {
  site = await startSite({
    ...linked({ '/': ['/a', '/b', '/dead', '/private/x'], '/a': ['/a/1'], '/a/1': [], '/b': [] }),
    '/robots.txt': (_, response) => void response.end('User-agent: *\nDisallow: /private'),
    '/sitemap.xml': html('', {}, 404),
    '/dead': (_, response) => void response.destroy(),
  });
});
afterAll(() => site?.close());

describe.each(somePlatforms())('what happens on %s', (platform) => {
  const log = keepLog();
  let api: RunningApp;
  let events: WebExtractEvent[];
  let end: () => void;

  beforeAll(async () => {
    const options = { auth: { keys: [KEY] }, allowPrivate: [site.address], browser: false as const };
    api = await startApp({ platform, imports: [WebExtractModule.forRoot(options)], logger: log });
  });
  afterAll(() => api?.close());
  beforeEach(() => {
    events = [];
    end = api.app.get(WebExtractEvents).onAny((event) => events.push(event));
  });
  afterEach(() => end());

  const of = <Type extends WebExtractEvent['type']>(type: Type) =>
    events.filter((event) => event.type === type) as Extract<WebExtractEvent, { type: Type }>[];

  it('receives the stages of a scrape', async () => {
    const { url, statusCode } = await api.app
      .get(ScrapeService)
      .scrape({ url: `${site.url}/a`, owner: 'anna' });
    expect(of('stage').map(({ stage }) => stage)).toEqual(['fetch', 'convert', 'read', 'choose', 'write']);
    const facts = { kind: 'scrape', url, owner: 'anna', crawlId: null };
    expect(events[0]).toMatchObject({ type: 'page-started', ...facts });
    expect(events.at(-1)).toMatchObject({
      type: 'page-ended',
      ...facts,
      outcome: 'page',
      statusCode,
      timings: TIMINGS,
    });
  });

  it('receives the failure of a scrape', async () => {
    const { status } = await api.post('/v1/scrape', { url: `${site.url}/dead` });
    expect(status).toBeGreaterThanOrEqual(500);
    const [ended] = of('page-ended');
    expect(ended).toMatchObject({ outcome: 'failed', statusCode: null });
    expect(of('stage')).toMatchObject([{ stage: 'fetch', errorCode: ended!.errorCode }]);
  });

  it('receives a crawl from start to end, each address once, in agreement with its counters', async () => {
    const { id } = await crawl(api, { url: `${site.url}/` });
    await until(() => of('crawl-ended').length > 0); // which may be a moment later
    const { counters } = await api.app.get(CrawlService).status(id);
    const outcomes = of('crawl-page').map(({ outcome }) => outcome);
    const count = (outcome: string) => outcomes.filter((each) => each === outcome).length;
    expect(counters).toMatchObject({ pages: 4, failed: 1, blocked: 1 });
    expect([count('page'), count('failed'), count('blocked')]).toEqual([4, 1, 1]);
    expect(of('crawl-page').reduce((sum, { credits }) => sum + credits, 0)).toBe(counters.credits);
    expect(of('crawl-started')).toMatchObject([{ crawlId: id, url: `${site.url}/`, pages: 0 }]);
    expect(of('crawl-ended')).toMatchObject([{ crawlId: id, status: 'completed', counters }]);
    expect(of('crawl-resumed')).toEqual([]);
    const ofPage = of('stage').filter(({ url }) => url === `${site.url}/a/1`);
    expect(ofPage.map(({ stage }) => stage)).toEqual([
      'robots', 'host', 'fetch', 'convert', 'read', 'choose', 'write',
    ]); // prettier-ignore
    expect(ofPage).toEqual(ofPage.map(() => expect.objectContaining({ kind: 'crawl', crawlId: id })));
  });

  it('receives the end of a cancelled crawl once', async () => {
    const crawls = api.app.get(CrawlService);
    const { id } = await crawls.start({ url: `${site.url}/`, delayMs: 60_000 });
    await Promise.all([crawls.cancel(id), crawls.cancel(id)]);
    expect(of('crawl-ended')).toMatchObject([{ crawlId: id, status: 'cancelled' }]);
  });

  it('receives maps', async () => {
    await api.post('/v1/map', { url: `${site.url}/` });
    const ended = of('page-ended').find(({ kind }) => kind === 'map'); // the cancelled crawl may end a page meanwhile
    expect(ended).toMatchObject({ outcome: 'page', url: `${site.url}/` });
  });

  it('is logged: a line at the start and at the end of a crawl', async () => {
    const { id } = await crawl(api, { url: `${site.url}/b?token=hidden`, limit: 1 });
    const lines = () => log.lines.filter((line) => line.includes(id));
    await until(() => lines().length > 1);
    expect(lines()).toEqual([
      expect.stringContaining(`Crawl ${id} of ${site.url}/b?… started`),
      expect.stringMatching(new RegExp(`Crawl ${id} .* completed after [\\d.]+ s \\(1 page, 1 credit\\)`)),
    ]);
  });

  describe('to a page as time', () => {
    it.each(['v1', 'v2'])('is answered where it was asked for: %s', async (version) => {
      const scrape = async (formats: string[]) =>
        (await api.post(`/${version}/scrape`, { url: `${site.url}/a`, formats })).json.data;
      const { metadata, markdown } = await scrape(['markdown', 'timings']);
      expect([metadata.timings, typeof markdown]).toEqual([TIMINGS, 'string']);
      expect(Object.keys(await scrape(['timings']))).toEqual(['metadata']);
      expect((await scrape(['markdown'])).metadata).not.toHaveProperty('timings');
      const parsed = await upload(api, Buffer.from('<p>Hello</p>'), 'a.html', { formats: ['timings'] });
      const { fetch: _, ...ofFiles } = TIMINGS;
      expect(parsed.json.data.metadata.timings).toEqual({ ...ofFiles, bytes: 12 });
    });

    it('stands in the pages of crawls and of the services', async () => {
      const { data } = await crawl(api, {
        url: `${site.url}/a/1`,
        limit: 1,
        scrapeOptions: { formats: ['timings'] },
      });
      expect(data[0].metadata.timings).toEqual({
        ...TIMINGS,
        robots: expect.any(Number),
        host: expect.any(Number),
      });
      const page = await api.app.get(ScrapeService).scrape({ url: `${site.url}/a`, formats: ['timings'] });
      const { total, fetch = 0, convert = 0, bytes } = page.timings;
      expect(bytes).toBeGreaterThan(0);
      expect(total).toBeGreaterThanOrEqual(fetch + convert - 0.1);
    });
  });
});
