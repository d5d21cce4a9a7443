import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebExtractEvents, WebExtractModule, type WebExtractEvent } from 'nestjs-web-extract';
import { browserProgram, describeWithBrowser } from './setup/browser.js';
import { html, startSite, type Routes, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { PLATFORMS, type Platform } from './support/platforms.js';
import { until } from './support/crawls.js';

type PageEnded = Extract<WebExtractEvent, { type: 'page-ended' }>;

let site: Site;
let api: RunningApp;
let ended: PageEnded[];

async function start(
  platform: Platform,
  routes: Routes,
  options: Parameters<typeof WebExtractModule.forRoot>[0],
): Promise<void> {
  site = await startSite(routes);
  const module = WebExtractModule.forRoot({
    auth: { keys: [KEY] },
    allowPrivate: [site.address],
    ...options,
  });
  api = await startApp({ platform, imports: [module] });
  ended = [];
  api.app.get(WebExtractEvents).on('page-ended', (event) => void ended.push(event));
}

async function close(): Promise<void> {
  await api?.close();
  await site?.close();
}

const scrape = (path: string, options: object = {}) =>
  api.post('/v1/scrape', { url: site.url + path, ...options });

/** A scrape whose client leaves. */
function leavingScrape(path: string, options: object = {}): { leave(): void } {
  const client = new AbortController();
  fetch(`${api.url}/v1/scrape`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: site.url + path, ...options }),
    signal: client.signal,
  }).catch(() => undefined); // it is cut off
  return { leave: () => client.abort() };
}

const wasCutOff = () => ended.some(({ errorCode }) => errorCode === 'ABORTED');
const wasAsked = (path: string) => site.requests.some((request) => request.path === path);

describe.each(PLATFORMS)('A client of %s that leaves', (platform) => {
  const folder = mkdtempSync(join(tmpdir(), 'leaving-'));
  const [log, gate, rules] = ['log', 'gate', 'rules.mjs'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  /** Notes which page is written, and stays at it until the gate is open. */
  writeFileSync(
    rules,
    `import { appendFileSync, existsSync } from 'node:fs';
     const clock = new Int32Array(new SharedArrayBuffer(4));
     export default (turndown) => turndown.addRule('gate', {
       filter: 'mark',
       replacement: (name) => {
         appendFileSync(${JSON.stringify(log)}, name + ' ');
         while (!existsSync(${JSON.stringify(gate)})) Atomics.wait(clock, 0, 0, 10);
         return name;
       },
     });`,
  );
  const written = () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split(' ') : []);
  const page = (name: string) =>
    html(`<main><h1>A page</h1><p>It says <mark>${name}</mark> and more of the kind.</p></main>`);

  afterAll(async () => {
    writeFileSync(gate, '');
    await close();
    rmSync(folder, { recursive: true });
  });

  it('gives up its place in the line for a conversion', async () => {
    await start(
      platform,
      { '/first': page('first'), '/second': page('second'), '/third': page('third') },
      { browser: false, markdownRules: rules, limits: { conversionThreads: 1 } },
    );
    const first = scrape('/first');
    await until(() => written().includes('first'));
    const second = leavingScrape('/second');
    await until(() => wasAsked('/second'));
    second.leave();
    await until(wasCutOff);
    writeFileSync(gate, '');
    expect((await first).status).toBe(200);
    expect((await scrape('/third')).status).toBe(200);
    expect(written()).toEqual(['first', 'third']);
  });
});

describeWithBrowser('A client that leaves while its page is in the browser', () => {
  afterEach(close);

  it.each(PLATFORMS)('has the page closed (%s)', async (platform) => {
    let held = 0;
    await start(
      platform,
      {
        '/held': html('<div id="root"></div><script>fetch("/part")</script>'),
        '/part': (_request, response) => {
          held++;
          response.on('close', () => held--);
        },
        '/made': html('<div id="root"></div><script>root.innerHTML = "<p>Made by a script.</p>"</script>'),
      },
      { browser: { executablePath: browserProgram, maxPages: 1 } },
    );
    const client = leavingScrape('/held', { waitFor: 60_000, timeout: 150_000 });
    await until(() => held === 1);
    client.leave();
    await until(() => held === 0 && wasCutOff());
    const { status, json } = await scrape('/made', { waitFor: 1 });
    expect([status, json.data.markdown]).toEqual([200, expect.stringContaining('Made by a script.')]);
  });
});
