import { Injectable } from '@nestjs/common';
import { BatchService, CrawlService, NotFoundError, WebExtractModule } from 'nestjs-web-extract';
import { CorpusService, type SyncOptions } from 'nestjs-web-extract/corpus';
import {
  HandlerService,
  OnChange,
  OnCrawlEnd,
  OnPage,
  type HandledChange,
  type HandledCrawlEnd,
  type HandledPage,
} from 'nestjs-web-extract/handlers';
import { handlerClasses } from '../libs/web-extract/src/services/handlers/decorators.js';
import { HandlerStore } from '../libs/web-extract/src/ports/stores/handler-store.port.js';
import { startApp, type RunningApp } from './support/app.js';
import { ChangingSite } from './support/changing-site.js';
import { until } from './support/crawls.js';
import { MapSink } from './support/map-sink.js';
import { PLATFORMS } from './support/platforms.js';

jest.setTimeout(120_000);

const [HOST, TEAM, LIMITED] = ['key-of-the-host', 'key-of-a-team', 'key-for-scrapes'];
const PATHS = ['/0', '/1', '/2'];

/** Errors of the handlers now, by name. */
const errors = new Map<string, Error>();
const hold = { isHeld: false, letGo: [] as (() => void)[] };
const throwIfBroken = (name: string) => {
  const error = errors.get(name);
  if (error) throw error;
};

@Injectable()
class Handlers {
  @OnPage('pages', { attempts: 1, urls: '/[012]$' })
  onPage({ page }: HandledPage) {
    if (page.url.endsWith('/1')) throwIfBroken('pages');
  }
  @OnChange('changes', { tag: 'docs', attempts: 1 })
  async onChange(_: HandledChange) {
    if (hold.isHeld) await new Promise<void>((resolve) => hold.letGo.push(resolve));
  }
  @OnCrawlEnd('ends', { attempts: 1 })
  onEnd(_: HandledCrawlEnd) {
    throwIfBroken('ends');
  }
}
/** Other specs of this process start applications without these handlers. */
afterAll(() => (handlerClasses() as Set<unknown>).clear());

describe.each(PLATFORMS)('The routes of syncs and handlers (%s)', (platform) => {
  let site: ChangingSite;
  let api: RunningApp;

  beforeAll(async () => {
    errors.clear();
    site = await ChangingSite.start(PATHS);
    const keys = [{ key: HOST, owner: 'host' }, { key: TEAM, owner: 'team' }, { key: LIMITED, owner: 'host', allow: { endpoints: ['scrape' as const] } }]; // prettier-ignore
    const options = { auth: { keys }, allowPrivate: ['127.0.0.1'], browser: false } as const;
    api = await startApp({ imports: [WebExtractModule.forRoot(options)], providers: [Handlers], platform });
  });
  afterAll(async () => {
    await api.close();
    await site.close();
  });

  const send = (path: string, key: string, method: 'GET' | 'POST' = 'GET') =>
    api.ask(`/v2/changes/${path}`, { method, headers: { authorization: `Bearer ${key}` } });
  const get = async (path: string, key = HOST) => (await send(path, key)).json;
  const handler = async (name: string) =>
    (await get('handlers')).data.find((one: { name: string }) => one.name === name);
  const sync = (sink: MapSink, options: SyncOptions = {}) =>
    api.app.get(CorpusService).sync({ crawl: { url: site.address() }, tag: 'docs' }, sink, options);
  const batch = async () => {
    const { id } = await api.app.get(BatchService).start({ urls: [...PATHS, '/'].map((path) => site.address(path)) }); // prettier-ignore
    await until(async () => (await api.app.get(CrawlService).status(id)).status !== 'running');
    return id;
  };
  const retry = (id: string, key = HOST) =>
    send(`handlers/failures/${encodeURIComponent(id)}/retry`, key, 'POST');

  it('list the sinks of a tag with their last sync, also with one that failed', async () => {
    expect(await get('tags')).toEqual({ success: true, data: [] });
    await sync(new MapSink('index'));
    const broken = new MapSink('broken');
    broken.upsert = () => Promise.reject(new Error('The index is out of reach'));
    await expect(sync(broken)).rejects.toThrow('The index is out of reach');
    const { data } = await get('tags');
    expect(data).toEqual([{ tag: 'docs', pages: 4, held: 0, sinks: expect.any(Array) }]);
    const [second, first] = data[0].sinks;
    expect(first).toMatchObject({ name: 'index', isRunning: false });
    expect(first.lastSync).toMatchObject({ outcome: 'completed', reason: null, crawlStatus: 'completed', incomplete: null, counts: { new: 4, removed: 0, failed: 0 } }); // prettier-ignore
    expect(Math.abs(Date.parse(first.lastSync.at) - Date.now())).toBeLessThan(60_000);
    expect(first.lastSync.ms).toBeGreaterThan(0);
    expect(second).toMatchObject({ name: 'broken', isRunning: false });
    expect(second.lastSync).toMatchObject({ outcome: 'failed', reason: 'The index is out of reach', crawlStatus: null, counts: null }); // prettier-ignore
    expect(await get('tags', TEAM)).toEqual({ success: true, data: [] });
  });

  it('show that a sync runs, and that it was aborted', async () => {
    const stop = new AbortController();
    const slow = new MapSink('slow');
    let isCalled = false;
    slow.upsert = () => ((isCalled = true), new Promise(() => {}));
    const running = sync(slow, { signal: stop.signal });
    await until(() => isCalled);
    const sinkNow = async () =>
      (await get('tags')).data[0].sinks.find(({ name }: MapSink) => name === 'slow');
    expect(await sinkNow()).toEqual({ name: 'slow', isRunning: true, lastSync: null });
    stop.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    expect(await sinkNow()).toMatchObject({ isRunning: false, lastSync: { outcome: 'aborted', reason: 'enough' } }); // prettier-ignore
  });

  it('list the handlers of the application for its own keys only', async () => {
    await until(async () => (await handler('changes')).lag === 0);
    const all = await get('handlers');
    expect(all.data.map(({ name, kind, failures, isHere }: Record<string, unknown>) => [name, kind, failures, isHere])).toEqual([['changes', 'change', 0, true], ['ends', 'crawl-end', 0, true], ['pages', 'page', 0, true]]); // prettier-ignore
    expect(all.warning).toBeUndefined();
    expect(await get('handlers', TEAM)).toEqual({ success: true, data: [] });
    expect((await send('handlers', LIMITED)).status).toBe(403);
  });

  it('show how many changes a handler is behind', async () => {
    await until(async () => (await handler('changes')).lag === 0);
    hold.isHeld = true;
    for (const path of PATHS) site.say(path, { First: `Text of ${path}.`, Second: platform });
    await sync(new MapSink('index'));
    await until(async () => (await handler('changes')).lag === PATHS.length);
    hold.isHeld = false;
    for (const letGo of hold.letGo.splice(0)) letGo();
    await until(async () => (await handler('changes')).lag === 0);
  });

  it('list failures, and call a handler again', async () => {
    await until(async () => (await handler('pages')).lag === 0 && (await handler('ends')).lag === 0);
    errors.set('pages', new NotFoundError('The table is missing'));
    errors.set('ends', new Error('The mailer is missing'));
    const crawlId = await batch();
    await until(
      async () => (await handler('pages')).failures === 1 && (await handler('ends')).failures === 1,
    );
    expect(await handler('pages')).toMatchObject({ lag: 0, lagNote: null });
    const { data } = await get('handlers/failures?handler=pages&limit=5');
    expect(data).toEqual([{ id: expect.any(String), handler: 'pages', kind: 'page', crawlId, tag: null, url: site.address('/1'), error: 'The table is missing', attempts: 1, failedAt: expect.stringMatching(/^\d{4}-/) }]); // prettier-ignore
    expect((await get('handlers/failures')).data).toHaveLength(2);
    const [{ id }] = data;

    const again = await retry(id);
    expect([again.status, again.json]).toEqual([200, { success: true, retried: false, error: 'The table is missing' }]); // prettier-ignore
    expect((await handler('pages')).failures).toBe(1);
    errors.clear();
    expect((await retry(id)).json).toEqual({ success: true, retried: true });
    expect((await handler('pages')).failures).toBe(0);
    expect((await retry(id)).status).toBe(404);
  });

  it('keep failures from other owners', async () => {
    errors.set('ends', new Error('The mailer is missing'));
    const before = (await handler('ends')).failures;
    await batch();
    await until(async () => (await handler('ends')).failures === before + 1);
    errors.clear();
    const [{ id }] = (await get('handlers/failures?handler=ends')).data;
    expect(await get('handlers/failures', TEAM)).toEqual({ success: true, data: [] });
    expect((await retry(id, TEAM)).status).toBe(404);
    expect((await retry(id, LIMITED)).status).toBe(403);
    expect((await get('handlers/failures?handler=ends')).data[0].id).toBe(id);
  });

  it('list handlers of other processes, whose failures cannot be retried here', async () => {
    const store = api.app.get(HandlerStore, { strict: false });
    await store.register({ name: 'elsewhere', kind: 'page' }, [], 100);
    await store.register({ name: 'earlier', kind: 'change' }, [], 100);
    const claim = { holder: 'another process', leaseMs: 60_000 };
    const crawlId = await batch();
    await store.take('elsewhere', `job:${crawlId}`, claim);
    const failure = { handler: 'elsewhere', kind: 'page' as const, crawlId, tag: null, url: site.address('/0'), position: '0', error: 'Broken', attempts: 5, failedAt: 1_000 }; // prettier-ignore
    await store.advance('elsewhere', `job:${crawlId}`, { holder: claim.holder, position: '1', attempts: 0, isDone: false, maxFailures: 5, failure }); // prettier-ignore
    expect(await handler('elsewhere')).toEqual({ name: 'elsewhere', kind: 'page', lag: 3, lagNote: 'begun-jobs', failures: 1, isHere: false }); // prettier-ignore
    expect(await handler('earlier')).toMatchObject({ lag: null, lagNote: 'reads-corpus', isHere: false });
    const [{ id }] = (await get('handlers/failures?handler=elsewhere')).data;
    const answer = await retry(id);
    expect([answer.status, answer.json.error]).toEqual([409, expect.stringContaining('no handler "elsewhere"')]); // prettier-ignore
    await api.app.get(HandlerService).forget('elsewhere');
    await api.app.get(HandlerService).forget('earlier');
  });

  it.each([
    ['handlers/failures?limit=0', 400],
    ['handlers/failures?limit=101', 400],
    ['handlers/failures?handler=pages&limit=1001', 400],
    ['handlers/failures?handler=pages&handler=ends', 400],
    ['handlers/failures?handler=unknown', 200],
  ])('check their query: %s', async (path, status) => {
    expect((await send(path, HOST)).status).toBe(status);
    expect((await retry('pages:999')).status).toBe(404);
  });
});
