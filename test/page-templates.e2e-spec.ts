import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CrawlService, WebExtractModule, type Page, type Role } from 'nestjs-web-extract';
import { BullDriversModule } from 'nestjs-web-extract/bull';
import { kindSite } from '../libs/web-extract/src/testing/kind-site.js';
import { describeWithRedis, redisUrl } from './setup/redis.js';
import { linking } from './sites/linked.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { pathOf } from './support/crawls.js';

jest.setTimeout(120_000);

const LANES = 6;
/** Pages of one template, whose titles end with a link to nowhere. */
const PAGES = kindSite(40).map(({ html: text }, at) => ({
  path: `/page/${at}`,
  text: text.replace('</h1>', ' <a class="edit" href="#">Edit</a></h1>'),
}));
const PATHS = PAGES.map(({ path }) => path);

let site: Site;
/** How many pages were asked for, and the answers that are not given yet. */
let asked: number;
const held = new Set<() => void>();
/** Whether held answers are given now. */
let isLetGo: () => boolean;

function hold(text: string) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    asked++;
    held.add(() => html(text)(request, response));
    if (isLetGo()) letGo();
  };
}

function letGo(): void {
  for (const answer of held) answer();
  held.clear();
}

const apps: RunningApp[] = [];

beforeAll(async () => {
  site = await startSite({
    '/': html(linking('All', PATHS)),
    ...Object.fromEntries(PAGES.map(({ path, text }) => [path, hold(text)])),
  });
});
beforeEach(() => {
  asked = 0;
});
afterEach(async () => {
  letGo();
  await Promise.all(apps.splice(0).map((app) => app.close()));
});
afterAll(() => site?.close());

type ModuleOptions = Parameters<typeof WebExtractModule.forRoot>[0];

async function start(own: ModuleOptions): Promise<RunningApp> {
  const limits = { crawlConcurrency: LANES, shutdownMs: 100 };
  const options = { auth: { keys: [KEY] }, allowPrivate: [site.address], browser: false as const, limits };
  const app = await startApp({ imports: [WebExtractModule.forRoot({ ...options, ...own })] });
  apps.push(app);
  return app;
}

const crawlsOf = ({ app }: RunningApp) => app.get(CrawlService);

const submit = async (app: RunningApp): Promise<string> =>
  (await crawlsOf(app).start({ url: `${site.url}/`, maxDiscoveryDepth: 1 })).id;

/** Waits for the end. @returns the pages of the template */
async function pagesOf(app: RunningApp, id: string): Promise<Page[]> {
  const pages: Page[] = [];
  for await (const event of crawlsOf(app).watch(id)) {
    if (event.type === 'page' && PATHS.includes(pathOf(event.page.url))) pages.push(event.page);
  }
  return pages;
}

/** A page has lost its link if its kind was known by then, and nothing else; of most it was. */
function expectLinkGone(pages: readonly Page[]): void {
  expect(pages.map(({ url }) => pathOf(url)).sort()).toEqual([...PATHS].sort());
  const settled = pages.filter(({ quality }) => quality.candidate === 'settled');
  expect(settled.length).toBeGreaterThan(PAGES.length / 3);
  for (const { url, markdown, quality } of pages) {
    const title = `# Chapter ${url.split('/').at(-1)}`;
    const [first] = markdown!.split('\n');
    if (quality.candidate === 'settled') expect(first).toBe(title);
    else expect(first).toMatch(`${title} [Edit]`);
    expect(markdown!.match(/^## Section \d$/gm)).toHaveLength(4);
  }
}

describe('A link to nowhere that the pages of a kind have in common', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinds-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('goes before and after a restart, which forgets the kinds', async () => {
    const answered = PAGES.length / 2;
    const allLanesWait = new Promise<void>((resolve) => {
      isLetGo = () => {
        if (asked === answered + LANES) resolve();
        return asked <= answered;
      };
    });
    const first = await start({ dataDir });
    const id = await submit(first);
    await allLanesWait;
    await first.close();
    apps.pop();
    letGo();
    isLetGo = () => true;
    expectLinkGone(await pagesOf(await start({ dataDir }), id));
  });
});

describeWithRedis('A link to nowhere that the pages of a kind have in common, over Redis', () => {
  it('goes where two workers share a crawl, each of which learns by itself', async () => {
    const prefix = `test-${randomUUID()}`;
    const startAs = (role: Role) =>
      start({ role, drivers: BullDriversModule.forRoot({ redis: { url: redisUrl }, prefix }) });
    isLetGo = () => asked > LANES; // more than one of them asks for
    const [api] = await Promise.all([startAs('api'), startAs('worker'), startAs('worker')]);
    expectLinkGone(await pagesOf(api!, await submit(api!)));
  });
});
