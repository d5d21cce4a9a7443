import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { WebExtractModule, type Role } from 'nestjs-web-extract';
import { BullDriversModule } from 'nestjs-web-extract/bull';
import { kindSite } from '../libs/web-extract/src/testing/kind-site.js';
import { describeWithRedis, redisUrl } from './setup/redis.js';
import { linking } from './sites/linked.js';
import { startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { endOf, pathOf, submit } from './support/crawls.js';

jest.setTimeout(120_000);

/** Pages of one template: where their content is, is learned from all of them. */
const PAGES = kindSite(30);
const PATHS = PAGES.map((_, at) => `/page/${at}`);
const CHANGED = ['/page/7', '/page/19'];

type Hosts = (site: Site) => Promise<RunningApp[]>;

const startAs = (site: Site, options: object) =>
  startApp({
    imports: [
      WebExtractModule.forRoot({
        auth: { keys: [KEY] },
        allowPrivate: [site.address],
        browser: false,
        ...options,
      }),
    ],
  });

async function startTwoWorkers(site: Site): Promise<RunningApp[]> {
  const prefix = `test-${randomUUID()}`;
  const drivers = () => BullDriversModule.forRoot({ redis: { url: redisUrl }, prefix });
  const roles: readonly Role[] = ['api', 'worker', 'worker'];
  return Promise.all(roles.map((role) => startAs(site, { role, drivers: drivers() })));
}

describe('A site of one template that one worker crawls', () =>
  diffsOfTemplates(async (site) => [await startAs(site, {})]));
describeWithRedis('A site of one template that two workers crawl', () => diffsOfTemplates(startTwoWorkers));

/** @param start starts the hosts, the one that is asked first */
function diffsOfTemplates(start: Hosts): void {
  const planted = new Map<string, string>();
  let site: Site;
  let apps: RunningApp[] = [];

  const answer = (path: string, html: string) => (request: IncomingMessage, response: ServerResponse) => {
    const line = planted.get(path) ?? '';
    const etag = `"${path} ${line}"`;
    const status = request.headers['if-none-match'] === etag ? 304 : 200;
    response
      .writeHead(status, { 'content-type': 'text/html', etag })
      .end(status === 304 ? undefined : html.replace('</h1>', `</h1><p>${line}</p>`));
  };

  beforeAll(async () => {
    site = await startSite({
      '/': answer('/', linking('All', PATHS)),
      ...Object.fromEntries(PATHS.map((path, at) => [path, answer(path, PAGES[at]!.html)])),
    });
    apps = await start(site);
  });
  afterAll(async () => {
    await Promise.all(apps.map((app) => app.close()));
    await site?.close();
  });

  const crawl = async () => {
    const formats = ['markdown', 'changeTracking'];
    const scrapeOptions = { formats, changeTrackingOptions: { modes: ['git-diff'] } };
    const id = await submit(apps[0]!, { url: `${site.url}/`, scrapeOptions });
    return endOf(apps[0]!, id);
  };

  it('has the changes that were made, to the line, while all other pages answer 304', async () => {
    expect((await crawl()).changes).toMatchObject({ new: 31, changed: 0, failed: 0 });
    for (const round of [1, 2]) {
      for (const path of CHANGED) planted.set(path, `Notice ${round} of ${path}: the bridge is closed.`);
      const { data, changes } = await crawl();
      expect(changes).toMatchObject({ new: 0, same: 29, changed: 2, removed: 0, failed: 0 });
      const lines = data.flatMap(({ metadata, changeTracking }: any) => {
        const added =
          changeTracking?.diff?.text.split('\n').filter((line: string) => /^\+[^+]/.test(line)) ?? [];
        return added.map((line: string) => [pathOf(metadata.sourceURL), line]);
      });
      expect(lines.sort()).toEqual(CHANGED.map((path) => [path, `+Notice ${round} of ${path}: the bridge is closed.`]).sort()); // prettier-ignore
    }
  });
}
