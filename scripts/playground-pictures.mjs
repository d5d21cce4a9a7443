// Takes the pictures of the playground that the documents show: docs/playground-*.webp. Build first (npm run build), then:
// node scripts/playground-pictures.mjs [folder]
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemoProcess } from '../bench/demo-process.mjs';
import { findBrowser } from './ready/browser.mjs';
import { ensureClients } from './ready/clients.mjs';
import { giveUp, ROOT } from './ready/run.mjs';

const FOLDER = process.argv[2] ?? join(ROOT, 'docs');
const KEY = 'key-of-the-bench';
const PAGES = 120;
/** The same pictures at the next time, but for the times that they show. */
const SITE = { host: '127.0.0.1', port: 8090 };

await ensureClients();
const browserProgram = (await findBrowser()) ?? giveUp('There is no browser.');
const { launch } = createRequire(join(ROOT, 'test/clients/package.json'))('puppeteer-core');
const site = createServer(answer).listen(SITE.port, SITE.host);
await once(site, 'listening');
const address = `http://${SITE.host}:${SITE.port}`;
const dataDir = mkdtempSync(join(tmpdir(), 'playground-pictures-'));
const demo = await startDemoProcess({ dataDir, environment: { WEB_EXTRACT_BROWSER: 'off' } });
const browser = await launch({ executablePath: browserProgram, args: ['--no-sandbox'] });

await picture('scrape', { width: 1280, height: 800, scheme: 'light' }, async (page) => {
  await send(page, 'scrape', `${address}/p/3`);
  await page.waitForSelector('#scrape-panel-markdown article > *');
});
await picture('crawl', { width: 1280, height: 800, scheme: 'dark' }, async (page) => {
  await send(page, 'crawl', `${address}/`);
  await page.waitForFunction(() => globalThis.document.querySelectorAll('.chart polyline').length > 0);
  await page.waitForFunction((text) => globalThis.document.querySelector('dd')?.innerText >= text, {}, '60');
});
await picture('phone', { width: 390, height: 780, scheme: 'light' }, async (page) => {
  await send(page, 'scrape', `${address}/p/3`);
  await page.waitForSelector('#scrape-panel-markdown article > *');
  await page.click('#scrape-tab-quality');
  await page.$eval('#main-panel-scrape .results', (results) => results.scrollIntoView());
});

await browser.close();
await demo.stop();
site.closeAllConnections();
site.close();
rmSync(dataDir, { recursive: true, force: true });

async function picture(name, { width, height, scheme }, prepare) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width, height, deviceScaleFactor: width < 500 ? 2 : 1 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.goto(`${demo.base}/#key=${KEY}`);
  await prepare(page);
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(FOLDER, `playground-${name}.webp`), type: 'webp', quality: 80 });
  await context.close();
  console.log(`docs/playground-${name}.webp`);
}

async function send(page, tab, url) {
  await page.click(`#main-tab-${tab}`);
  await page.type(`#main-panel-${tab} .url-bar input`, url);
  await page.click(`#main-panel-${tab} button[type=submit]`);
}

function answer({ url = '' }, response) {
  if (url === '/robots.txt') return void response.end('User-agent: *\nDisallow: /private\n');
  const [, number = '0'] = /^\/(?:p\/(\d+))?$/.exec(url) ?? [];
  if (url !== '/' && !/^\/p\/\d+$/.test(url)) return void response.writeHead(404).end();
  const send = () => response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(Number(number)));
  setTimeout(send, 150);
}

function pageOf(number) {
  const links = [1, 2, 3]
    .map((step) => (number * 3 + step) % PAGES)
    .map((at) => `<a href="/p/${at}">Light ${at}</a>`);
  const text =
    'The lamp is lit an hour before dusk and put out an hour after dawn. On clear nights it is seen from twenty miles away, ' +
    'and ships that come from the north take their bearing from it. ';
  return `<!doctype html><html lang="en"><head><title>Light ${number} of the north coast</title></head><body>
    <header><nav class="menu"><a href="/">Harbour Post</a> <a href="/p/1">Lights</a> <a href="/private/log">Log</a></nav></header>
    <main><article><h1>Light ${number} of the north coast</h1><p>${text.repeat(2)}</p><h2>Signals</h2>
    <table><tr><th>Light</th><th>Flashes</th><th>Every</th></tr><tr><td>White</td><td>2</td><td>10 s</td></tr>
    <tr><td>Red</td><td>1</td><td>5 s</td></tr></table><p>${text}</p><ul><li>Built in 1871, of granite</li><li>Automatic since 1988</li></ul>
    <blockquote><p>Keep the glass clean, and the rest keeps itself.</p></blockquote><p>${text}</p></article></main>
    <aside class="related">${links.join(' ')}</aside><footer>© Harbour Post. <a href="/p/2">Imprint</a></footer></body></html>`;
}
