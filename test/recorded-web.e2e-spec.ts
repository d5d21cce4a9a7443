import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Test, type TestingModule } from '@nestjs/testing';
import { CrawlService, ScrapeService, type Page } from 'nestjs-web-extract';
import { Fetcher } from 'nestjs-web-extract/drivers';
import { WebExtractTestingModule, type ReplayOptions } from 'nestjs-web-extract/testing';
import { linking } from './sites/linked.js';
import { html, redirect, startSite, type Site } from './sites/site.js';
import { until } from './support/crawls.js';
import { readWarc } from './support/warc.js';

const SECRET = { Authorization: 'Bearer secret-of-the-caller', 'X-Own': 'secret-own' };
const SHELL = '<title>App</title><div id="root"></div><script src="/app.js"></script>';

let site: Site;
let dir: string;
let modules: TestingModule[] = [];

beforeAll(async () => {
  site = await startSite({
    '/robots.txt': html('User-agent: *\nDisallow: /forbidden\n', { 'content-type': 'text/plain' }),
    '/': (request, response) => {
      response.setHeader('Set-Cookie', 'sid=secret-session; Path=/');
      response.setHeader('X-Echo', String(request.headers['x-own']));
      html(linking('start', ['/packed', '/moved', '/forbidden', '/gone']))(request, response);
    },
    '/packed': html(gzipSync(linking('packed', [])), { 'content-encoding': 'gzip' }),
    '/moved': redirect('/target', 301),
    '/target': html(linking('target', [])),
    '/echo': (request, response) =>
      html(linking(`echo ${request.headers.authorization}`, []))(request, response),
    '/broken': (_, response: ServerResponse) => void response.socket?.destroy(),
    '/slow': (request, response) => void setTimeout(() => html(linking('slow', []))(request, response), 300),
    '/shell': html(SHELL),
  });
});
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'recorded-web-'));
});
afterEach(async () => {
  await Promise.all(modules.map((one) => one.close()));
  modules = [];
  await rm(dir, { recursive: true });
});
afterAll(() => site?.close());

async function start(how: 'record' | 'replay', options: ReplayOptions = {}): Promise<TestingModule> {
  const given = { allowPrivate: [site.address], ...options };
  const module = await Test.createTestingModule({
    imports: [WebExtractTestingModule[how](dir, given)],
  }).compile();
  await module.init();
  modules.push(module);
  return module;
}

const scrape = (module: TestingModule, path: string, headers = {}) =>
  module
    .get(ScrapeService, { strict: false })
    .scrape({ url: site.url + path, headers, formats: ['markdown', 'rawHtml', 'links'] });

async function crawlAll(module: TestingModule): Promise<readonly Page[]> {
  const crawls = module.get(CrawlService, { strict: false });
  const { id } = await crawls.start({ url: `${site.url}/`, maxConcurrency: 1 });
  await until(async () => (await crawls.status(id)).status !== 'running');
  const { pages } = await crawls.results(id);
  return [...pages].sort((a, b) => a.url.localeCompare(b.url)); // without the cookies of the site other pages come first
}

const requestCount = () => site.requests.length;

describe('WebExtractTestingModule.record and replay', () => {
  it('replay a crawl with its redirects, robots.txt and missing pages, twice with equal bytes and without requests', async () => {
    const recorded = await crawlAll(await start('record'));
    expect(recorded.map(({ url }) => new URL(url).pathname).sort()).toEqual([
      '/',
      '/gone',
      '/packed',
      '/target',
    ]);
    const before = requestCount();
    const first = JSON.stringify(await crawlAll(await start('replay')));
    const second = JSON.stringify(await crawlAll(await start('replay')));
    expect(first).toBe(JSON.stringify(recorded));
    expect(second).toBe(first);
    expect(requestCount()).toBe(before);
  });

  it('send each request once', async () => {
    await scrape(await start('record'), '/packed');
    const before = requestCount();
    const page = await scrape(await start('record'), '/packed');
    expect(page.rawHtml).toBe(linking('packed', []));
    expect(requestCount()).toBe(before);
  });

  it('keep status, headers and redirects', async () => {
    const live = await scrape(await start('record'), '/moved');
    const replayed = await scrape(await start('replay'), '/moved');
    expect(replayed).toEqual(live);
    expect([replayed.url, replayed.statusCode]).toEqual([`${site.url}/target`, 200]);
    await expect(scrape(await start('replay'), '/gone')).rejects.toThrow(/not in the recording/);
  });

  it('fail a request that was not recorded with its URL and the remedy', async () => {
    await scrape(await start('record'), '/packed');
    const replay = await start('replay');
    await expect(scrape(replay, '/target')).rejects.toThrow(
      `${site.url}/target is not in the recording ${dir}: run the test once with WebExtractTestingModule.record(dir)`,
    );
    await expect(
      start('replay', { allowPrivate: [] }).then((other) => scrape(other, '/packed')),
    ).rejects.toThrow(/not allowed/);
  });

  it('fail without a recording, and with a damaged one', async () => {
    await expect(start('replay')).rejects.toThrow(`The recording ${dir} cannot be used: it is empty`);
    await writeFile(join(dir, 'recording.warc.gz'), gzipSync('WARC/1.1\r\n\r\n').subarray(0, 12));
    await expect(start('replay')).rejects.toThrow(/damaged: remove it and record again/);
  });

  it('replay failures of sites', async () => {
    const live = await scrape(await start('record'), '/broken').catch((error: Error) => error);
    const replayed = await scrape(await start('replay'), '/broken').catch((error: Error) => error);
    expect(replayed).toMatchObject({ message: (live as Error).message, code: 'SCRAPE_SITE_ERROR' });
  });

  it('replay the time of responses on request', async () => {
    await scrape(await start('record'), '/slow');
    const timed = await start('replay', { timing: true });
    const startedAt = performance.now();
    await scrape(timed, '/slow');
    expect(performance.now() - startedAt).toBeGreaterThan(250);
  });

  it('neither record messages nor send them again', async () => {
    const url = `${site.url}/target?token=secret`;
    const message = { url, post: '{}', timeoutMs: 5_000 };
    const record = await start('record');
    await scrape(record, '/packed');
    expect((await record.get(Fetcher, { strict: false }).fetch(message)).statusCode).toBe(200);
    const replay = await start('replay');
    const before = requestCount();
    await expect(replay.get(Fetcher, { strict: false }).fetch(message)).rejects.toThrow(
      'recordings contain no POST requests',
    );
    expect(requestCount()).toBe(before);
    expect(String(gunzipSync(await readFile(join(dir, 'recording.warc.gz'))))).not.toContain('token');
  });

  it('fail a page that needs a browser', async () => {
    const record = await start('record');
    await expect(scrape(record, '/shell')).rejects.toThrow(
      `${site.url}/shell needs a browser, and recordings contain HTTP requests only`,
    );
    await expect(scrape(await start('replay'), '/shell')).rejects.toThrow(/needs a browser/);
  });

  it('are sound WARC files without secrets of callers or cookies', async () => {
    const record = await start('record');
    await scrape(record, '/', SECRET);
    await scrape(record, '/echo', SECRET);
    await scrape(record, '/moved');
    await record.close();
    modules = [];
    const names = await readdir(dir);
    expect(names).toEqual(['recording.warc.gz']);
    const file = await readFile(join(dir, names[0]!));
    const records = await readWarc(file);
    expect(records.map(({ type, uri }) => [type, uri && new URL(uri).pathname])).toEqual([
      ['warcinfo', null],
      ['response', '/'],
      ['response', '/echo'],
      ['response', '/moved'],
      ['response', '/target'],
    ]);
    expect(records[3]?.http?.status).toBe('HTTP/1.1 301 Moved Permanently');
    expect(String(gunzipSync(file))).not.toContain('secret');
    const page = await scrape(await start('replay'), '/echo', { 'X-Own': 'another' });
    expect(page.rawHtml).toContain('echo ***');
  });
});
