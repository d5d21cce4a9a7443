import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebExtractModule, type WebExtractOptions } from 'nestjs-web-extract';
import { MonitorService, type Mail } from 'nestjs-web-extract/monitors';
import { firecrawlV4 } from './setup/clients.js';
import { startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms, type Platform } from './support/platforms.js';
import { until } from './support/crawls.js';

jest.setTimeout(120_000);

const WORDS = 'The harbour bridge was built by the town and carries the road to the island since then';
const SELDOM = { cron: '0 3 1 1 *' };

let site: Site;
let api: RunningApp;
let dataDir: string;
let texts: Record<string, string | number>;

function answer(request: IncomingMessage, response: ServerResponse): void {
  const text = texts[request.url!] ?? 404;
  if (typeof text === 'number') return void response.writeHead(text).end('<h1>Nothing here</h1>');
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><html><head><title>Page</title></head><body><main><h1>Page</h1><p>${WORDS}.</p><p>${text}</p><p>${WORDS} too.</p></main></body></html>`); // prettier-ignore
}

beforeAll(async () => {
  const pages = Object.fromEntries(['/a', '/b', '/c'].map((path) => [path, answer]));
  site = await startSite({ ...pages, '/hung': () => undefined });
});
afterAll(() => site?.close());
beforeEach(async () => {
  texts = { '/a': 'The first text of a page.', '/b': 'Another text of a page.', '/c': 404 };
  dataDir = await mkdtemp(join(tmpdir(), 'monitors-'));
});
afterEach(async () => {
  await api?.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(platform?: Platform, options: Partial<WebExtractOptions> = {}): Promise<void> {
  const given = { auth: { keys: [KEY, 'other'] }, allowPrivate: ['127.0.0.1'], browser: false, dataDir, ...options } as const; // prettier-ignore
  api = await startApp({ imports: [WebExtractModule.forRoot(given)], platform });
}

const bodyOf = (changes: object = {}) => ({
  name: 'Pages',
  schedule: SELDOM,
  targets: [{ type: 'scrape', urls: ['/a', '/b', '/c'].map((path) => site.url + path) }],
  ...changes,
});

/** Runs a check over HTTP. @returns it with its pages */
async function checkOf(monitorId: string) {
  const { data } = (await api.ask(`/v2/monitor/${monitorId}/run`, { method: 'POST' })).json;
  const read = async () =>
    (await api.ask(`/v2/monitor/${monitorId}/checks/${data.id}`, { method: 'GET' })).json.data;
  await until(async () => !['queued', 'running'].includes((await read()).status));
  return read();
}

const statusesOf = (pages: readonly { url: string; status: string }[]) =>
  Object.fromEntries(pages.map(({ url, status }) => [new URL(url).pathname, status]));

describe.each(somePlatforms())('Monitors on %s', (platform) => {
  it('serve the published client: a baseline, then the changes', async () => {
    await start(platform);
    const client = new (firecrawlV4())({ apiKey: KEY, apiUrl: api.url });
    const { id } = await client.createMonitor(bodyOf());
    const check = async () => {
      const { id: checkId } = await client.runMonitor(id);
      await until(
        async () => !['queued', 'running'].includes((await client.getMonitorCheck(id, checkId)).status),
      );
      return client.getMonitorCheck(id, checkId);
    };
    const first = await check();
    expect(first).toMatchObject({ status: 'partial', summary: { totalPages: 3, new: 2, error: 1 } });
    expect(statusesOf(first.pages)).toEqual({ '/a': 'new', '/b': 'new', '/c': 'error' });
    texts = { '/a': 'The second text of a page.', '/b': 404, '/c': 'A page is here now.' };
    const second = await check();
    expect(statusesOf(second.pages)).toEqual({ '/a': 'changed', '/b': 'removed', '/c': 'new' });
    const changed = second.pages.find(({ status }: { status: string }) => status === 'changed');
    expect(changed.diff.text).toContain('+The second text of a page.');
    expect(changed.diff.json.files[0].additions).toBe(1);
    expect(changed.previousScrapeId).toBe(
      first.pages.find(({ url }: { url: string }) => url === changed.url).currentScrapeId,
    );
    expect((await client.listMonitorChecks(id)).map(({ status }: { status: string }) => status)).toEqual([
      'completed',
      'partial',
    ]);
    expect((await client.updateMonitor(id, { status: 'paused' })).nextRunAt).toBeNull();
    expect(await client.listMonitors()).toHaveLength(1);
    expect(await client.deleteMonitor(id)).toBe(true);
    await expect(client.getMonitor(id)).rejects.toThrow(/not found/i);
  });
});

describe('Monitors', () => {
  it('are not seen by other owners', async () => {
    await start();
    const { id } = (await api.post('/v2/monitor', bodyOf())).json.data;
    const headers = { authorization: 'Bearer other' };
    for (const [method, path, body] of [
      ['GET', ''],
      ['PATCH', '', { name: 'x' }],
      ['DELETE', ''],
      ['POST', '/run', {}],
      ['GET', '/checks'],
    ] as const)
      // prettier-ignore
      expect((await api.ask(`/v2/monitor/${id}${path}`, { method, headers, body })).status).toBe(404);
    expect((await api.ask('/v2/monitor', { method: 'GET', headers })).json.data).toEqual([]);
  });

  it.each<[string, object, RegExp, (string | number)[]?]>([
    ['a name of spaces', { name: '  ' }, /name/],
    ['a schedule that runs too often', { schedule: { cron: '*/7 * * * *' } }, /schedule.cron.*5 minutes/],
    ['a schedule that never runs', { schedule: { cron: '0 9 31 2 *' } }, /schedule.cron never runs/],
    ['words that cron cannot express', { schedule: { text: 'every 90 minutes' } }, /schedule.text/],
    ['an unknown time zone', { schedule: { cron: '0 9 * * *', timezone: 'Mars/Tharsis' } }, /timezone/],
    ['a list of no pages', { targets: [{ type: 'scrape', urls: [] }] }, /targets.0.urls/],
    ['a page option of the wrong type', { targets: [{ type: 'scrape', urls: ['http://a.example/'], scrapeOptions: { waitFor: 'long' } }] }, /targets.0.scrapeOptions.waitFor/],
    ['a crawl option of the wrong type', { targets: [{ type: 'crawl', url: 'http://a.example/', crawlOptions: { limit: 'many' } }] }, /targets.0.crawlOptions.limit/],
    ['a selector that is not valid', { targets: [{ type: 'scrape', urls: ['http://a.example/'], scrapeOptions: { includeTags: ['p['] } }] }, /CSS selector/, ['targets', 0, 'scrapeOptions', 'includeTags', 0]],
    ['a pattern that is not valid', { targets: [{ type: 'crawl', url: 'http://a.example/', crawlOptions: { includePaths: ['('] } }] }, /targets.0.crawlOptions.includePaths/, ['targets', 0, 'crawlOptions', 'includePaths', 0]],
    ['thirteen queries', { targets: [{ type: 'search', queries: Array(13).fill('a') }], goal: 'x' }, /targets.0.queries/],
    ['a reserved tag', { targets: [{ type: 'scrape', urls: ['http://a.example/'], scrapeOptions: { formats: ['markdown', { type: 'changeTracking', tag: 'monitor:1' }] } }] }, /formats/],
    ['an address with a line break', { notification: { email: { recipients: ['a@b.example\r\nBcc: c@d.example'] } } }, /recipients/],
    ['two addresses in one', { notification: { email: { recipients: ['evil@there.example(x,a@here.example'] } } }, /recipients/],
    ['a group of addresses', { notification: { email: { recipients: ['all:evil@there.example'] } } }, /recipients/],
    ['a goal that is too long', { goal: 'x'.repeat(2_001) }, /goal/],
    ['a retention of two years', { retentionDays: 730 }, /retentionDays/],
  ])('refuse %s', async (_, changes, naming, path = []) => {
    await start();
    const { status, json } = await api.post('/v2/monitor', bodyOf(changes));
    expect([status, json.success]).toEqual([400, false]);
    expect(json.error).toMatch(naming);
    if (path.length > 0) expect(json.details[0].path).toEqual(path);
  }); // prettier-ignore

  it('refuse bodies without required fields, wrong changes and wrong queries', async () => {
    await start();
    const { id } = (await api.post('/v2/monitor', bodyOf())).json.data;
    for (const field of ['name', 'schedule', 'targets']) {
      const { status, json } = await api.post('/v2/monitor', bodyOf({ [field]: undefined }));
      expect([status, json.error]).toEqual([400, expect.stringContaining(field)]);
    }
    for (const body of [{ name: '' }, { schedule: { text: 'often' } }, { targets: [] }, { status: 'on' }])
      expect((await api.ask(`/v2/monitor/${id}`, { method: 'PATCH', body })).status).toBe(400);
    for (const query of ['?limit=0', '?offset=-1', `/${id}/checks?limit=101`, `/${id}/checks?status=new`])
      expect((await api.ask(`/v2/monitor${query}`, { method: 'GET' })).status).toBe(400);
    const { json } = await api.post('/v2/monitor', bodyOf({ status: 'paused' }));
    expect([json.data.status, json.warning]).toEqual(['active', expect.stringContaining('status')]);
  });

  it('report changes of fields without a model, and no other changes', async () => {
    await start();
    const product = (price: string) =>
      `Words of ${price}.</p><script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Lamp","offers":{"@type":"Offer","price":"${price}","priceCurrency":"EUR"}}</script><p>`;
    texts = { '/a': product('10.00'), '/b': product('20') };
    const monitors = api.app.get(MonitorService);
    const schema = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } };
    const urls = ['/a', '/b'].map((path) => site.url + path);
    const { monitor } = await monitors.watchFields(urls, schema, { schedule: SELDOM });
    const check = async () => {
      const { id } = await monitors.run(monitor.id);
      const read = () => monitors.check(monitor.id, id);
      await until(async () => !['queued', 'running'].includes((await read()).check.status));
      return (await read()).pages.map(({ status, diff }) => [status, diff]);
    };
    expect(await check()).toEqual([['new', null], ['new', null]]); // prettier-ignore
    texts = { '/a': product('10').replace('Words', 'Other words'), '/b': product('25') };
    expect((await check()).sort()).toEqual([
      ['changed', { fields: { price: { previous: 20, current: 25 } } }],
      ['same', null],
    ]);

    // with both modes each change of the text is a change, but only changed fields are reported as fields
    const track = { type: 'changeTracking', modes: ['git-diff', 'json'], schema };
    const scrapeOptions = { formats: ['markdown', track] };
    const targets = [{ type: 'scrape', urls: [site.url + '/a'], scrapeOptions }];
    const { id } = (await api.post('/v2/monitor', bodyOf({ targets }))).json.data;
    const pageOf = async () => (await checkOf(id)).pages[0];
    expect(await pageOf()).toMatchObject({ status: 'new', diff: null });
    texts['/a'] = product('10').replace('Words', 'Further words');
    const worded = await pageOf();
    expect(worded).toMatchObject({
      status: 'changed',
      diff: { text: expect.stringContaining('+Further words') },
    });
    expect(worded.diff.json).toHaveProperty('files'); // the lines of the text, never fields without one
    texts['/a'] = product('12').replace('Words', 'Further words');
    expect(await pageOf()).toMatchObject({ status: 'changed', diff: { json: { price: { previous: 10, current: 12 } } } }); // prettier-ignore
    expect(await pageOf()).toMatchObject({ status: 'same', diff: null });
  });

  it('name the fields that a page does not state, and report a field that vanishes as a change to null', async () => {
    await start();
    const product = (offer: string) =>
      `Words.</p><script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Lamp"${offer}}</script><p>`;
    texts = { '/a': product(',"offers":{"@type":"Offer","price":"10"}'), '/b': 'A page without data.' };
    const schema = { type: 'object', properties: { price: { type: 'number' }, zip: { type: 'string' } } };
    const urls = ['/a', '/b'].map((path) => site.url + path);
    const scrapeOptions = { formats: ['markdown', { type: 'changeTracking', modes: ['json'], schema }] };
    const targets = [{ type: 'scrape', urls, scrapeOptions }];
    const monitor = (await api.post('/v2/monitor', bodyOf({ targets }))).json.data;
    const warningsOf = ({ pages }: { pages: { url: string; warning?: string }[] }) =>
      pages.map(({ url, warning }) => [new URL(url).pathname, warning ?? '']).sort();
    const expected = [
      ['/a', expect.stringMatching(/: zip$/)],
      ['/b', expect.stringMatching(/: price, zip$/)],
    ];
    const first = await checkOf(monitor.id);
    expect(first).toMatchObject({
      status: 'completed',
      error: null,
      warning: expect.stringContaining('zip'),
    });
    expect(warningsOf(first)).toEqual(expected);
    const second = await checkOf(monitor.id); // unchanged pages
    expect(second).toMatchObject({ status: 'completed', warning: expect.stringContaining('zip') });
    expect(warningsOf(second)).toEqual(expected);

    const offers = [',"offers":{"@type":"Offer"}', ',"offers":{"@type":"Offer","price":"12"}'];
    for (const [offer, change] of [
      [offers[0], { previous: 10, current: null }],
      [offers[1], { previous: null, current: 12 }],
    ] as const) {
      texts['/a'] = product(offer!);
      const { pages } = await checkOf(monitor.id);
      const page = pages.find(({ url }: { url: string }) => url.endsWith('/a'));
      expect(page).toMatchObject({ status: 'changed', diff: { json: { price: change } } });
    }
  });

  it('estimate what a check costs: as many pages as the last one', async () => {
    await start();
    texts['/c'] = 'A third text.';
    texts['/b'] = `</p><a href="/a">A</a><a href="/c">C</a><p>`;
    const crawl = {
      type: 'crawl',
      url: `${site.url}/b`,
      crawlOptions: { limit: 50, sitemap: 'skip', crawlEntireDomain: true },
    };
    const creditsOf = async (id: string) => {
      const { estimatedCredits, actualCredits } = await checkOf(id);
      return [estimatedCredits, actualCredits];
    };
    const pages = (await api.post('/v2/monitor', bodyOf())).json.data;
    expect(await creditsOf(pages.id)).toEqual([3, 3]);
    const whole = (await api.post('/v2/monitor', bodyOf({ targets: [crawl] }))).json.data;
    expect(await creditsOf(whole.id)).toEqual([50, 3]); // its size is not known before
    expect(await creditsOf(whole.id)).toEqual([3, 3]);
    texts['/c'] = 404;
    const [estimate, actual] = await creditsOf(pages.id);
    expect([estimate, actual]).toEqual([3, 3]); // the response was read
  });

  it('refuse a second check while one is running', async () => {
    await start();
    const targets = [{ type: 'scrape', urls: [`${site.url}/hung`] }];
    const { id } = (await api.post('/v2/monitor', bodyOf({ targets }))).json.data;
    const run = () => api.ask(`/v2/monitor/${id}/run`, { method: 'POST' });
    expect((await run()).json.data).toMatchObject({ trigger: 'manual', scheduledFor: null });
    expect((await run()).status).toBe(409);
    const removed = await api.ask(`/v2/monitor/${id}`, { method: 'DELETE' });
    expect([removed.status, removed.json]).toEqual([200, { success: true }]);
  });

  it('are limited in number', async () => {
    await start('express', { monitors: { maxPerOwner: 2 } });
    for (let n = 0; n < 2; n++) expect((await api.post('/v2/monitor', bodyOf())).status).toBe(200);
    const { status, json } = await api.post('/v2/monitor', bodyOf());
    expect([status, json.code]).toEqual([403, 'MONITOR_LIMIT']);
  });

  it('mask the headers of webhooks and keep masked values', async () => {
    await start();
    const webhook = { url: `${site.url}/hook`, headers: { authorization: 'Bearer secret' } };
    const { data } = (await api.post('/v2/monitor', bodyOf({ webhook }))).json;
    expect(data.webhook.headers).toEqual({ authorization: '********' });
    const { id: _, ...masked } = data.webhook;
    await api.ask(`/v2/monitor/${data.id}`, { method: 'PATCH', body: { webhook: masked } });
    const stored = await api.app.get(MonitorService, { strict: false }).get(data.id);
    expect(stored.webhook?.headers).toEqual({ authorization: 'Bearer secret' });
    const moved = { webhook: { ...masked, url: 'https://other.example/hook' } };
    const refused = await api.ask(`/v2/monitor/${data.id}`, { method: 'PATCH', body: moved });
    expect([refused.status, refused.json.error]).toEqual([400, expect.stringContaining('given again')]);
    const removed = await api.ask(`/v2/monitor/${data.id}`, { method: 'PATCH', body: { webhook: null } });
    expect(removed.json.data.webhook).toBeNull();
  });

  it('send mails to allowed recipients, with escaped diffs', async () => {
    const mails: Mail[] = [];
    await start('express', {
      monitors: {
        mailer: { send: async (mail) => void mails.push(mail) },
        allowRecipient: (_owner, address) => address.endsWith('@here.example'),
      },
    });
    const email = { enabled: true, recipients: ['a@here.example', 'b@there.example'], includeDiffs: true };
    const { data, warning } = (await api.post('/v2/monitor', bodyOf({ notification: { email } }))).json;
    expect(warning).toMatch(/b@there\.example/);
    const monitors = api.app.get(MonitorService, { strict: false });
    const news = monitors.watch(data.id);
    for (const text of ['One.', 'Two &lt;b&gt; three.']) {
      texts['/a'] = text;
      await monitors.run(data.id);
      for (let next = await news.next(); next.value.type !== 'check-ended';) next = await news.next();
    }
    expect(mails.map(({ to }) => to)).toEqual(['a@here.example', 'a@here.example']);
    expect(mails[1]!.subject).toMatch(/^Pages: 1 changed/);
    expect(mails[1]!.html).not.toContain('<b> three');
    await news.return(undefined as never);
  });
});
