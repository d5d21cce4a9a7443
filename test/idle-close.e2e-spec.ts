import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { WebExtractModule } from 'nestjs-web-extract';
import { ARTICLE } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp } from './support/app.js';
import { PLATFORMS } from './support/platforms.js';

/** Longest time that the end of an idle application may wait for anything. Independent of the load of the machine. */
const MAX_WAIT_MS = 300;

let site: Site;
let dataDir: string;

beforeAll(async () => {
  site = await startSite({ '/article': html(ARTICLE) });
  dataDir = await mkdtemp(join(tmpdir(), 'idle-close-'));
});
afterAll(async () => {
  await site?.close();
  await rm(dataDir, { recursive: true, force: true });
});

it.each(PLATFORMS)('an idle application on %s ends without waiting', async (platform) => {
  const options = { auth: { keys: [KEY] }, allowPrivate: [site.address], browser: false, dataDir } as const;
  const app = await startApp({ platform, imports: [WebExtractModule.forRoot(options)] });
  expect((await app.post('/v1/scrape', { url: `${site.url}/article` })).status).toBe(200);
  const before = performance.eventLoopUtilization();
  await app.close();
  expect(performance.eventLoopUtilization(before).idle).toBeLessThan(MAX_WAIT_MS);
});
