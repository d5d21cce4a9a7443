import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebExtractModule } from 'nestjs-web-extract';
import { browserProgram, describeWithBrowser } from './setup/browser.js';
import { startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';

jest.setTimeout(120_000);

const TEXT = 'The copper lantern of the old harbour shows every late ferry where the narrow quay begins.';
const SHELL =
  '<!doctype html><title>Shell</title><div id="root"></div><script>fetch("/part").then((r) => r.text()).then((t) => { root.innerHTML = t })</script>';

describeWithBrowser('The history of a page that scripts fill', () => {
  let site: Site;
  let api: RunningApp | undefined;
  let dataDir: string;
  let part = '';
  const shellRequests: (string | undefined)[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'rendered-'));
    site = await startSite({
      // neither its body nor its ETag ever change
      '/': (request, response) => {
        const condition = request.headers['if-none-match'];
        shellRequests.push(condition);
        const status = condition === '"shell"' ? 304 : 200;
        response
          .writeHead(status, { 'content-type': 'text/html', etag: '"shell"' })
          .end(status === 304 ? undefined : SHELL);
      },
      '/part': (_, response) =>
        void response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(`<p>${TEXT.repeat(3)}</p><p>${part}</p>`),
    });
  });
  afterEach(async () => {
    await api?.close();
    api = undefined;
  });
  afterAll(async () => {
    await site?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const start = async (browser: false | { executablePath: string | undefined }) => {
    const options = { auth: { keys: [KEY] }, allowPrivate: [site.address], dataDir };
    api = await startApp({ imports: [WebExtractModule.forRoot({ ...options, browser } as never)] });
  };
  const scrape = async () => {
    const formats = ['markdown', { type: 'changeTracking', modes: ['git-diff'] }];
    return (await api!.post('/v2/scrape', { url: site.url, formats })).json.data;
  };

  it('is that of its text, whatever validators and body say', async () => {
    await start({ executablePath: browserProgram });
    part = 'Toll: 9 coins.';
    expect((await scrape()).changeTracking.changeStatus).toBe('new');
    expect((await scrape()).changeTracking.changeStatus).toBe('same');
    part = 'Toll: 12 coins.';
    const { changeTracking } = await scrape();
    expect(changeTracking.changeStatus).toBe('changed');
    expect(changeTracking.diff.text).toMatch(/-Toll: 9 coins\.[^]*\+Toll: 12 coins\./);
    expect(shellRequests).toEqual([undefined, undefined, undefined]);
  });

  it('is left alone while no browser is there', async () => {
    await start(false);
    const page = await scrape();
    expect(page.changeTracking).toBeUndefined();
    expect(page.warning).toContain('Changes were not tracked');
    await api!.close();
    await start({ executablePath: browserProgram });
    expect((await scrape()).changeTracking.changeStatus).toBe('same');
  });
});
