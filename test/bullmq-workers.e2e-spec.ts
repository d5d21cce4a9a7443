import type { CrawlStatus } from 'nestjs-web-extract';
import { describeWithRedis, redisUrl } from './setup/redis.js';
import { inWords, linking } from './sites/linked.js';
import { html, startSite, type Site } from './sites/site.js';
import { pathOf, until } from './support/crawls.js';
import { Deployment, type Host } from './support/deployment.js';

jest.setTimeout(180_000);

const PAGES = 150;
const LANES = 4;
const LEASE_MS = 2_000;
const LATENCY_MS = 40;

let site: Site;
/** Paths in the order of their requests. */
let asked: string[];

beforeAll(async () => {
  const paths = Array.from({ length: PAGES }, (_, n) => `/p/${n}`);
  const routes = ['/', ...paths].map((path, n) => {
    const next = [2 * n, 2 * n + 1].filter((one) => one < PAGES && `/p/${one}` !== path);
    const send = html(
      linking(
        inWords(path), // pages that differ in numbers alone are taken for an endless site
        next.map((one) => `/p/${one}`),
      ),
    );
    const answer: typeof send = (request, response) => {
      asked.push(path);
      setTimeout(() => send(request, response), LATENCY_MS);
    };
    return [path, answer] as const;
  });
  site = await startSite(Object.fromEntries(routes));
});
afterAll(() => site?.close());

describeWithRedis('workers with BullMQ that are lost', () => {
  let deployment: Deployment;
  beforeEach(() => {
    asked = [];
    const limits = { crawlConcurrency: LANES, conversionThreads: 1, leaseMs: LEASE_MS };
    deployment = new Deployment(redisUrl, { allowPrivate: [site.address], limits }, 'bullmq');
  });
  afterEach(() => deployment.close());

  async function submit(api: Host): Promise<string> {
    const { status, json, text } = await api.post('/v1/crawl', { url: `${site.url}/`, limit: 10_000 });
    if (status !== 200) throw new Error(`The crawl was refused: ${status} ${text}`);
    return json.id;
  }

  /** Waits for the end of a crawl. @returns its status and the paths of its pages, in order of their storage */
  async function endOf(api: Host, id: string): Promise<{ status: CrawlStatus; paths: string[] }> {
    const state = async () => (await api.ask(`/v1/crawl/${id}?data=false`)).json.status;
    await until(async () => (await state()) !== 'scraping', 50);
    const paths: string[] = [];
    let next: string | undefined = `/v1/crawl/${id}`;
    while (next) {
      const { json } = await api.ask(next);
      paths.push(
        ...json.data.map((one: { metadata: { sourceURL: string } }) => pathOf(one.metadata.sourceURL)),
      );
      next = json.next && pathOf(json.next);
    }
    return { status: await state(), paths };
  }

  const untilAsked = (count: number) => until(() => asked.length >= count);
  const refetches = () => asked.length - new Set(asked).size;
  const WHOLE = ['completed', PAGES + 1, PAGES + 1];

  it('lose nothing and store nothing twice when one is killed', async () => {
    const { start } = deployment;
    const [api, worker] = await Promise.all([start('api'), start('worker'), start('worker')]);
    const id = await submit(api);
    await untilAsked(PAGES / 3);
    worker.process.child.kill('SIGKILL');
    const { status, paths } = await endOf(api, id);
    expect([status, paths.length, new Set(paths).size]).toEqual(WHOLE);
    expect(refetches()).toBeLessThanOrEqual(LANES);
  });

  it('go on where all of them were killed', async () => {
    const { start } = deployment;
    const [api, ...workers] = await Promise.all([start('api'), start('worker'), start('worker')]);
    const id = await submit(api);
    await untilAsked(PAGES / 3);
    for (const { process } of workers) process.child.kill('SIGKILL');
    await Promise.all(workers.map(({ process }) => process.end()));
    await start('worker');
    const { status, paths } = await endOf(api, id);
    expect([status, paths.length, new Set(paths).size]).toEqual(WHOLE);
    expect(refetches()).toBeLessThanOrEqual(2 * LANES);
  });

  it('continue the crawls of a deployment that changes from Bull', async () => {
    deployment.queue = 'bull';
    const { start } = deployment;
    const [before, worker] = await Promise.all([start('api'), start('worker')]);
    const id = await submit(before);
    await untilAsked(PAGES / 3);
    for (const { process } of [before, worker]) process.child.kill('SIGTERM');
    await Promise.all([before, worker].map(({ process }) => process.end()));
    deployment.queue = 'bullmq';
    const [api] = await Promise.all([start('api'), start('worker')]);
    const { status, paths } = await endOf(api, id);
    expect([status, paths.length, new Set(paths).size]).toEqual(WHOLE);
  });

  it('hand everything over when they are restarted one after another', async () => {
    const { start } = deployment;
    const [api, ...workers] = await Promise.all([start('api'), start('worker'), start('worker')]);
    const id = await submit(api);
    for (const [n, { process }] of workers.entries()) {
      await untilAsked((PAGES / 4) * (n + 1));
      process.child.kill('SIGTERM');
      await process.end();
      await start('worker');
    }
    const { status, paths } = await endOf(api, id);
    expect([status, paths.length, new Set(paths).size]).toEqual(WHOLE);
    expect(refetches()).toBeLessThanOrEqual(2 * LANES);
  });
});
