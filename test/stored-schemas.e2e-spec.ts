import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExtractService, WebExtractModule, type CrawlRequest, type JsonSchema } from 'nestjs-web-extract';
import { LmdbCrawlStore } from '../libs/web-extract/src/drivers/lmdb/lmdb.crawl-store.js';
import { page } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { endOf, until } from './support/crawls.js';
import { startScriptedModel, type ScriptedModel } from './support/scripted-model.js';

/** What was taken under the rules of an earlier version, and is not any more. */
const REFUSED: readonly (readonly [string, JsonSchema])[] = [
  [
    'a schema whose check never answers',
    { $async: true, type: 'object', properties: { a: { type: 'string' } } },
  ],
  ['a schema that is none', { type: 'thing' }],
  ['a schema that refers to itself without end', { $ref: '#' }],
  ['a schema that unfolds without end', unfolding(10, 6)],
  [
    'a pattern that takes for ever',
    { type: 'object', properties: { a: { type: 'string', pattern: '(a{0,1000}){0,1000}$' } } },
  ],
];

/** Each definition is all of several of the next one. */
function unfolding(depth: number, width: number): JsonSchema {
  const names = Array.from({ length: depth }, (_, n) => `d${n}`);
  const entries = names.map((name, n) => {
    const next = names[n + 1];
    return [
      name,
      next ? { allOf: Array(width).fill({ $ref: `#/definitions/${next}` }) } : { type: 'object' },
    ];
  });
  return { definitions: Object.fromEntries(entries), $ref: '#/definitions/d0' };
}

let site: Site;
let model: ScriptedModel;
let dataDir: string;
let api: RunningApp | undefined;

beforeAll(async () => {
  [site, model] = await Promise.all([startSite({ '/': html(page('Lamp')) }), startScriptedModel()]);
  model.play([{ say: { a: 'Lamp' } }]);
});
afterAll(() => Promise.all([site?.close(), model?.close()]));

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'schemas-'));
});
afterEach(async () => {
  await api?.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Leaves a job behind, as a process that was killed does. */
async function leaveBehind(request: Partial<CrawlRequest>): Promise<string> {
  const store = new LmdbCrawlStore({ dataDir });
  const url = `${site.url}/`;
  const seed = {
    kind: 'page',
    url,
    key: url,
    host: site.address,
    hops: 0,
    rule: 'seed',
    foundOn: null,
    variantOf: null,
  } as const;
  const job = {
    id: randomUUID(),
    owner: 'anna',
    request: { url, limit: 1, useSitemap: false, ...request },
    createdAt: Date.now(),
  };
  await store.create({ job, limit: 1, seeds: [seed], idempotencyKey: null });
  await store.close();
  return job.id;
}

async function restart(): Promise<RunningApp> {
  api = await startApp({
    imports: [
      WebExtractModule.forRoot({
        auth: { validate: (key) => key === KEY && { owner: 'anna' } },
        allowPrivate: [site.address],
        browser: false,
        dataDir,
        llm: { model: 'some-model', baseURL: model.baseURL },
      }),
    ],
  });
  return api;
}

describe('what was stored under earlier rules', () => {
  it.each(REFUSED)('%s ends a crawl with a warning on its page', async (_what, schema) => {
    const id = await leaveBehind({
      page: { formats: ['markdown'], extraction: { schema, onFailure: 'fail' } },
    });
    const before = site.requests.length;
    const end = await endOf(await restart(), id);
    expect([end.status, end.data.length, end.data[0].warning]).toEqual(['completed', 1, expect.any(String)]);
    const pages = site.requests.slice(before).filter(({ path }) => path === '/');
    expect(pages).toHaveLength(1); // it was not tried again and again
    expect((await api!.ask('/health', { method: 'GET' })).status).toBe(200);
  });

  it.each(REFUSED)('%s ends an extract job as failed', async (_what, schema) => {
    const extraction = { schema, isPart: true, onFailure: 'warn' as const };
    const id = await leaveBehind({
      kind: 'extract',
      page: { formats: [], extraction },
      gathering: {
        extraction,
        urls: [`${site.url}/`],
        maxPages: 10,
        subdomains: false,
        externalLinks: false,
        obeysRobotsForNamed: false,
        endsAt: Date.now() + 3_600_000,
        warnings: [],
      },
    });
    const extracts = (await restart()).app.get(ExtractService, { strict: false });
    await until(async () => (await extracts.job(id)).status !== 'running', 50);
    expect(await extracts.job(id)).toMatchObject({
      status: 'failed',
      gathered: null,
      error: expect.any(String),
    });
    expect((await api!.ask('/health', { method: 'GET' })).status).toBe(200);
  });
});
