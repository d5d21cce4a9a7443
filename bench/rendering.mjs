// What a rendered page costs over the bare browser: CPU time of both browsers' processes, time, memory, requests.
// Linux, with a Chromium. Build first (npm run build), then: node bench/rendering.mjs [--pages 12] [--browser PATH]
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startDemoProcess } from './demo-process.mjs';
import { browserOf, cpuOf, treeOf } from './process-tree.mjs';

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '12' }, browser: { type: 'string' } },
});
const PAGES = Number(values.pages);
const PLACES = ['/usr/lib/chromium/chromium-headless-shell', '/usr/bin/chromium-headless-shell'];
const BROWSER = values.browser ?? PLACES.find((path) => existsSync(path));
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--hide-scrollbars',
  '--mute-audio',
  '--remote-debugging-pipe',
  '--window-size=1280,800',
  '--js-flags=--max-old-space-size=512',
];
const QUIET_MS = 500;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
const SENTENCE =
  'The copper lantern of the old harbour shows every late ferry where the narrow quay begins. ';
const DATA = JSON.stringify(Array.from({ length: 200 }, (_, at) => `${at}: ${SENTENCE.repeat(3)}`));
const APP = `/* ${'x'.repeat(100_000)} */ fetch('/data').then((r) => r.json()).then((texts) => { for (const t of texts) { const p = document.createElement('p'); p.textContent = t; root.append(p); } });`;
const SHELL = `<!doctype html><title>Page</title><div id="root"></div><img src="/1.png"><img src="/2.png"><script src="/app.js"></script>`;
const STATIC = `<!doctype html><title>Page</title><script src="/app.js"></script><article><h1>Page</h1>${`<p>${SENTENCE.repeat(3)}</p>`.repeat(50)}</article>`;

const requests = [];
const site = createServer((request, response) => {
  requests.push(request.url);
  const [type, body] =
    { '/app.js': ['text/javascript', APP], '/data': ['application/json', DATA] }[request.url] ??
    (request.url.endsWith('.png')
      ? ['image/png', PNG]
      : ['text/html', request.url.startsWith('/static') ? STATIC : SHELL]);
  response.setHeader('content-type', type);
  const lateMs = Number(/late=(\d+)/.exec(request.headers.referer ?? '')?.[1] ?? 0);
  setTimeout(() => response.end(body), request.url === '/data' ? lateMs : 0);
}).listen(0, '127.0.0.1');
await once(site, 'listening');
const origin = `http://127.0.0.1:${site.address().port}`;

const bare = await startBare();
const folder = mkdtempSync(join(tmpdir(), 'bench-rendering-'));
const demo = await startDemoProcess({ dataDir: folder, environment: { WEB_EXTRACT_BROWSER: BROWSER } });
const scrape = async (path, body = {}) => {
  const startedAt = performance.now();
  const { data } = await demo.ask('POST', '/v1/scrape', {
    url: origin + path,
    onlyMainContent: false,
    ...body,
  });
  return { data, ms: performance.now() - startedAt };
};

await scrape('/static');
const before = treeOf(demo.pid).length;
requests.length = 0;
await scrape('/static');
console.log(`static page: ${treeOf(demo.pid).length - before} processes, ${requests.length} request`);
const cold = await scrape('/cold');
console.log(
  `cold start to the first rendered page: ${cold.ms.toFixed(0)} ms (bare: start ${bare.startMs.toFixed(0)} ms)`,
);
for (let at = 0; at < 2; at++) await Promise.all([bare.load('/warm'), scrape('/warm')]);

const rows = { bare: [], rendered: [], viewport: [], fullPage: [] };
for (let at = 0; at < PAGES; at++) {
  rows.bare.push(
    await measure(
      () => bare.pid,
      () => bare.load(`/bare?${at}`),
    ),
  );
  rows.rendered.push(
    await measure(
      () => browserOf(demo.pid),
      () => scrape(`/page?${at}`),
    ),
  );
  if (at % 3 > 0) continue;
  rows.viewport.push(
    await measure(
      () => browserOf(demo.pid),
      () => scrape(`/page?v${at}`, { formats: ['screenshot'] }),
    ),
  );
  rows.fullPage.push(
    await measure(
      () => browserOf(demo.pid),
      () => scrape(`/page?f${at}`, { formats: ['screenshot@fullPage'] }),
    ),
  );
}
for (const [name, list] of Object.entries(rows))
  console.log(
    `${name.padEnd(9)} p50 ${median(list, 'ms').toFixed(0)} ms, CPU of the browser ${median(list, 'cpuMs').toFixed(0)} ms a page`,
  );
const ratio = (one, other) => (median(rows[one], 'cpuMs') / median(rows[other], 'cpuMs')).toFixed(2);
const over = (median(rows.rendered, 'ms') - median(rows.bare, 'ms') - QUIET_MS) / median(rows.bare, 'ms');
console.log(
  `CPU rendered / bare ${ratio('rendered', 'bare')} (at most 1.6); p50 over bare and the quiet time ${(100 * over).toFixed(0)} % of bare (at most 25)`,
);
console.log(
  `CPU viewport / rendered ${ratio('viewport', 'rendered')} (1.15); full page / rendered ${ratio('fullPage', 'rendered')} (3.5)`,
);
requests.length = 0;
await scrape('/once');
console.log(
  `requests to the site for a rendered page: ${requests.filter((path) => path === '/once').length} for the document, ${requests.length} in all`,
);
const late = await scrape('/page?late=1600');
console.log(
  `answer after 1600 ms: page after ${late.ms.toFixed(0)} ms (at most 1600 + 2 × ${median(rows.rendered, 'ms').toFixed(0)})`,
);

bare.stop();
await demo.stop();
site.closeAllConnections();
site.close();
rmSync(folder, { recursive: true, force: true });

/** The browser with nothing around it: a context a page, looked at every 50 ms until the text is there. */
async function startBare() {
  const profile = mkdtempSync(join(tmpdir(), 'bench-bare-'));
  const startedAt = performance.now();
  const child = spawn(BROWSER, [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const [, , , input, output] = child.stdio;
  const waiting = new Map();
  let lastId = 0;
  let rest = '';
  output.on('data', (chunk) => {
    const messages = (rest + chunk).split('\0');
    rest = messages.pop();
    for (const { id, result } of messages.map((text) => JSON.parse(text))) waiting.get(id)?.(result);
  });
  const send = (method, params = {}, sessionId) =>
    new Promise((resolve) => {
      const id = ++lastId;
      waiting.set(id, resolve);
      input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  await send('Browser.getVersion');
  const startMs = performance.now() - startedAt;
  const load = async (path) => {
    const { browserContextId } = await send('Target.createBrowserContext');
    const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId });
    const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
    await send('Page.navigate', { url: origin + path }, sessionId);
    const expression = `document.querySelectorAll('p').length`;
    for (;;) {
      const { result } =
        (await send('Runtime.evaluate', { expression, returnByValue: true }, sessionId)) ?? {};
      if (result?.value >= 200) break;
      await sleep(50);
    }
    await send(
      'Runtime.evaluate',
      { expression: 'document.documentElement.outerHTML', returnByValue: true },
      sessionId,
    );
    await send('Target.disposeBrowserContext', { browserContextId });
  };
  const stop = () => {
    process.kill(-child.pid, 'SIGKILL');
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { pid: child.pid, startMs, load, stop };
}

async function measure(pidOf, work) {
  const cpuBefore = cpuOf(pidOf());
  const startedAt = performance.now();
  await work();
  const ms = performance.now() - startedAt;
  await sleep(300); // the page's process ends
  return { ms, cpuMs: cpuOf(pidOf()) - cpuBefore };
}

function median(list, field) {
  const sorted = list.map((row) => row[field]).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
