import { randomUUID } from 'node:crypto';
import {
  CrawlService,
  WebExtractEvents,
  WebExtractModule,
  type Role,
  type WebExtractEvent,
} from 'nestjs-web-extract';
import { BullDriversModule } from 'nestjs-web-extract/bull';
import { describeWithRedis, redisUrl } from './setup/redis.js';
import { linked } from './sites/linked.js';
import { page } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms } from './support/platforms.js';
import { endOf, pathOf, submit, until } from './support/crawls.js';
import { openStream, type StreamedEvent } from './support/event-stream.js';

let site: Site;
/** Answers of pages that wait for a word of the test. */
const held: (() => void)[] = [];
const letGo = () => held.splice(0).forEach((answer) => answer());

beforeAll(async () => {
  const hold = (title: string) => (_: unknown, response: any) =>
    void held.push(() => response.writeHead(200, { 'content-type': 'text/html' }).end(page(title)));
  site = await startSite({
    ...linked({
      '/': ['/a', '/b', '/dead', '/private/x'],
      '/a': [],
      '/b': [],
      '/slow': ['/slow/1', '/slow/2'],
    }),
    '/slow/1': hold('One'),
    '/slow/2': hold('Two'),
    '/robots.txt': (_, response) => void response.end('User-agent: *\nDisallow: /private'),
    '/sitemap.xml': html('', {}, 404),
    '/dead': (_, response) => void response.destroy(),
  });
});
afterEach(letGo);
afterAll(() => site?.close());

/** Two applications that share nothing but a Redis: one answers, the other crawls. */
describeWithRedis.each(somePlatforms())('a job that another application works on, on %s', (platform) => {
  const apps: RunningApp[] = [];
  let api: RunningApp;
  let worker: RunningApp;

  beforeAll(async () => {
    const prefix = `test-${randomUUID()}`;
    const start = async (role: Role) => {
      const drivers = BullDriversModule.forRoot({ redis: { url: redisUrl }, prefix });
      const options = {
        auth: { keys: [KEY] },
        allowPrivate: [site.address],
        browser: false as const,
        role,
        drivers,
      };
      const app = await startApp({ platform, imports: [WebExtractModule.forRoot(options)] });
      apps.push(app);
      return app;
    };
    api = await start('api');
    worker = await start('worker');
  });
  afterAll(() => Promise.all(apps.map((app) => app.close())));

  const open = (id: string, headers: Readonly<Record<string, string>> = {}) =>
    openStream(api, `/v1/crawl/${id}/stream`, { authorization: `Bearer ${KEY}`, ...headers });
  const told = (events: readonly StreamedEvent[]) => events.filter(({ type }) => type !== 'progress');

  it('is watched by its service: every page, what became none, and the end', async () => {
    const crawls = api.app.get(CrawlService);
    const { id } = await crawls.start({ url: `${site.url}/` });
    const types: string[] = [];
    for await (const { type } of crawls.watch(id)) if (type !== 'progress') types.push(type);
    expect(types).toHaveLength(6);
    expect(types.at(-1)).toBe('state');
    expect([...types].sort()).toEqual(['blocked', 'failed', 'page', 'page', 'page', 'state']);
  });

  it.each(['application/x-ndjson', 'text/event-stream'])(
    'is streamed as it goes on, and on behind what was heard: %s',
    async (accept) => {
      const id = await submit(api, { url: `${site.url}/slow` });
      const first = await open(id, { accept });
      await until(() => first.events.some(({ type }) => type === 'page'));
      const heard = told(first.events);
      expect(heard.map(({ data }) => pathOf(data.metadata.sourceURL))).toEqual(['/slow']);
      first.close();
      const later = await open(id, { accept, 'last-event-id': heard[0]!.id });
      await until(() => (letGo(), later.events.at(-1)?.type === 'state'));
      const rest = told(await later.ended);
      expect(rest.map(({ type }) => type)).toEqual(['page', 'page', 'state']);
      const pages = rest.slice(0, -1).map(({ data }) => pathOf(data.metadata.sourceURL));
      expect(pages.sort()).toEqual(['/slow/1', '/slow/2']);
      const over = await open(id, { accept, 'last-event-id': rest.at(-1)!.id });
      expect(over.response.statusCode).toBe(204);
    },
  );

  it('is reported by the process in which it happens: start, pages and end agree with the counters', async () => {
    const listen = (app: RunningApp) => {
      const events: WebExtractEvent[] = [];
      return { events, end: app.app.get(WebExtractEvents).onAny((event) => events.push(event)) };
    };
    const [here, there] = [listen(api), listen(worker)];
    const id = await submit(api, { url: `${site.url}/` });
    await endOf(api, id);
    const ofJob = (events: readonly WebExtractEvent[]) =>
      events.filter((event) => 'crawlId' in event && event.crawlId === id);
    await until(() => ofJob(there.events).some(({ type }) => type === 'crawl-ended'));
    here.end();
    there.end();
    const { counters } = await api.app.get(CrawlService).status(id);
    expect(ofJob(here.events).map(({ type }) => type)).toEqual(['crawl-started']);
    const ofPages = ofJob(there.events).flatMap((event) => (event.type === 'crawl-page' ? [event] : []));
    const count = (outcome: string) => ofPages.filter((event) => event.outcome === outcome).length;
    expect([count('page'), count('failed'), count('blocked')]).toEqual([
      counters.pages,
      counters.failed,
      counters.blocked,
    ]);
    expect(ofPages.reduce((sum, { credits }) => sum + credits, 0)).toBe(counters.credits);
    expect(there.events).toContainEqual(
      expect.objectContaining({ type: 'crawl-ended', crawlId: id, counters }),
    );
  });
});
