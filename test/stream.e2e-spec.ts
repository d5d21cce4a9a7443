import { WebExtractModule } from 'nestjs-web-extract';
import { linked } from './sites/linked.js';
import { page } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { PLATFORMS } from './support/platforms.js';
import { crawl, pathOf, submit, until } from './support/crawls.js';
import { openStream, type StreamedEvent } from './support/event-stream.js';

const AS_EVENTS = { accept: 'text/event-stream' };

let site: Site;
/** Answers of pages that wait for a word of the test. */
const held: (() => void)[] = [];
const letGo = () => held.splice(0).forEach((answer) => answer());

beforeAll(async () => {
  site = await startSite({
    ...linked({ '/': ['/a', '/b', '/dead', '/private/x'], '/a': [], '/b': [], '/slow': ['/slow/1'] }),
    '/slow/1': (_, response) =>
      void held.push(() => response.writeHead(200, { 'content-type': 'text/html' }).end(page('Slow'))),
    '/robots.txt': (_, response) => void response.end('User-agent: *\nDisallow: /private'),
    '/sitemap.xml': html('', {}, 404),
    '/dead': (_, response) => void response.destroy(),
  });
});
afterEach(letGo);
afterAll(() => site?.close());

describe.each(PLATFORMS)('the stream of a job on %s', (platform) => {
  let api: RunningApp;
  let id: string;

  const start = (): Promise<RunningApp> => {
    const options = {
      auth: { keys: [KEY, 'other'] },
      allowPrivate: [site.address],
      browser: false as const,
      limits: { maxWatchers: 2 },
    };
    return startApp({ platform, imports: [WebExtractModule.forRoot(options)] });
  };
  const open = (path: string, headers: object = {}) =>
    openStream(api, path, { authorization: `Bearer ${KEY}`, ...headers });
  const without = (type: string, events: readonly StreamedEvent[]) =>
    events.filter((event) => event.type !== type);

  beforeAll(async () => {
    api = await start();
    ({ id } = await crawl(api, { url: `${site.url}/` }));
  });
  afterAll(() => api?.close());

  it.each([
    ['v1', {}, 'application/x-ndjson; charset=utf-8'],
    ['v2', {}, 'application/x-ndjson; charset=utf-8'],
    ['v1', AS_EVENTS, 'text/event-stream; charset=utf-8'],
    ['v2', AS_EVENTS, 'text/event-stream; charset=utf-8'],
  ])('has each page once, what became no page, and the end: %s %j', async (version, headers, type) => {
    const { response, ended } = await open(`/${version}/crawl/${id}/stream`, headers);
    expect([response.statusCode, response.headers]).toEqual([
      200,
      expect.objectContaining({
        'content-type': type,
        'x-accel-buffering': 'no',
        'cache-control': 'no-cache, no-transform',
      }),
    ]);
    const events = await ended;
    const pages = events.filter((event) => event.type === 'page');
    const answer = (await api.ask(`/${version}/crawl/${id}`, { method: 'GET' })).json;
    expect(pages.map(({ data }) => data)).toEqual(answer.data);
    const [failed, blocked, state] = events.slice(pages.length);
    expect(failed).toMatchObject({
      type: 'failed',
      id: '3.1.0',
      data: { url: `${site.url}/dead`, code: 'SCRAPE_SITE_ERROR', error: expect.any(String) },
    });
    expect(blocked).toEqual({ type: 'blocked', id: '3.1.1', data: { url: `${site.url}/private/x` } });
    expect(state).toMatchObject({
      type: 'state',
      id: '3.1.1.end',
      data: { status: 'completed', completed: 3 },
    });
    expect(events).toHaveLength(6);
  });

  it('goes on behind the last event that was heard, and says when there is nothing more', async () => {
    const path = `/v1/crawl/${id}/stream`;
    const all = await (await open(path, AS_EVENTS)).ended;
    for (const [at, event] of all.slice(0, -1).entries()) {
      const { ended } = await open(path, { ...AS_EVENTS, 'last-event-id': event.id });
      expect((await ended).map((later) => later.id)).toEqual(all.slice(at + 1).map((later) => later.id));
    }
    const { response, ended } = await open(path, { 'last-event-id': all.at(-1)!.id });
    expect([response.statusCode, await ended]).toEqual([204, []]);
  });

  it('tells a page as soon as it is there, and how far the job is meanwhile', async () => {
    const running = await submit(api, { url: `${site.url}/slow` });
    const { events, ended } = await open(`/v1/crawl/${running}/stream`);
    await until(() => events.some((event) => event.type === 'page'));
    expect(events.map((event) => event.type)).toContain('progress');
    expect(events.find((event) => event.type === 'progress')!.data.status).toBe('scraping');
    letGo();
    await until(() => (letGo(), events.at(-1)?.type === 'state'));
    const pages = without('progress', await ended).filter((event) => event.type === 'page');
    expect(pages.map(({ data }) => pathOf(data.metadata.sourceURL))).toEqual(['/slow', '/slow/1']);
  });

  it('is there for batches', async () => {
    const { json } = await api.post('/v2/batch/scrape', { urls: [`${site.url}/a`, `${site.url}/b`] });
    const events = without('progress', await (await open(`/v2/batch/scrape/${json.id}/stream`)).ended);
    expect(events.map((event) => event.type)).toEqual(['page', 'page', 'state']);
  });

  it('is for the owner of the job alone, from places that there are', async () => {
    const statusOf = async (headers: Record<string, string>, of = id) =>
      (await api.ask(`/v1/crawl/${of}/stream`, { method: 'GET', headers })).status;
    expect(await statusOf({ authorization: 'Bearer other' })).toBe(404);
    expect(await statusOf({ authorization: 'Bearer unknown' })).toBe(401);
    expect(await statusOf({}, 'unknown')).toBe(404);
    const wrong = await api.ask(`/v1/crawl/${id}/stream`, {
      method: 'GET',
      headers: { 'last-event-id': 'x' },
    });
    expect([wrong.status, wrong.json]).toEqual([
      400,
      expect.objectContaining({
        success: false,
        details: [{ path: ['Last-Event-ID'], message: 'Last-Event-ID is none of this watch' }],
      }),
    ]);
  });

  it('is there for so many at once; a place that is left is free again', async () => {
    const running = await submit(api, { url: `${site.url}/slow` });
    const path = `/v1/crawl/${running}/stream`;
    const readers = [await open(path), await open(path, AS_EVENTS)];
    const refused = await api.ask(path, { method: 'GET' });
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    readers[0]!.close();
    await until(async () => {
      const next = await open(path);
      next.close();
      return next.response.statusCode === 200;
    });
    readers[1]!.close();
    await api.ask(`/v1/crawl/${running}`, { method: 'DELETE' });
  });

  it('ends when the application closes', async () => {
    const closing = await start();
    const running = await submit(closing, { url: `${site.url}/slow` });
    const headers = { authorization: `Bearer ${KEY}` };
    const { ended } = await openStream(closing, `/v1/crawl/${running}/stream`, headers);
    letGo();
    await closing.close();
    expect((await ended).map((event) => event.type)).not.toContain('state');
  });
});
