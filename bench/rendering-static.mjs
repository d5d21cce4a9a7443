// What pages that need no browser pay for one that is there: two hosts in turns, one with a browser and one with `off`.
// Linux, with a Chromium. Build first (npm run build), then: node bench/rendering-static.mjs [--rounds 12] [--pages 60]
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startDemoProcess } from './demo-process.mjs';
import { cpuOf, treeOf } from './process-tree.mjs';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '12' }, pages: { type: 'string', default: '60' } },
});
const SENTENCE =
  'The copper lantern of the old harbour shows every late ferry where the narrow quay begins. ';
const PAGE = `<!doctype html><title>Page</title><script src="/app.js"></script><nav>${'<a href="/x">link</a> '.repeat(40)}</nav><article><h1>Page</h1>${`<p>${SENTENCE.repeat(4)}</p>`.repeat(120)}</article>`;

let requests = 0;
const site = createServer((_, response) => {
  requests++;
  response.setHeader('content-type', 'text/html').end(PAGE);
}).listen(0, '127.0.0.1');
await once(site, 'listening');
const url = `http://127.0.0.1:${site.address().port}/`;
const folder = mkdtempSync(join(tmpdir(), 'rendering-static-'));
const start = async (name, environment) => ({
  name,
  cpuMs: [],
  requests: 0,
  demo: await startDemoProcess({ dataDir: join(folder, name), environment }),
});
const sides = [await start('browser', {}), await start('off', { WEB_EXTRACT_BROWSER: 'off' })];
for (const side of sides) await block(side);
for (const side of sides)
  Object.assign(side, { cpuMs: [], requests: 0, processes: treeOf(side.demo.pid).length });
for (let round = 0; round < Number(values.rounds); round++)
  for (const side of round % 2 ? sides : sides.toReversed()) await block(side);

const [there, off] = sides.map(({ cpuMs }) => median(cpuMs));
for (const { name, cpuMs, requests: asked, demo, processes } of sides) {
  const more = treeOf(demo.pid).length - processes;
  const perPage = asked / (Number(values.pages) * Number(values.rounds));
  console.log(
    `${name}: ${(median(cpuMs) / Number(values.pages)).toFixed(2)} ms of CPU a page, ${perPage} requests a page, ${more} processes more`,
  );
}
console.log(`CPU with a browser / with none ${(there / off).toFixed(3)} (at most 1.02)`);
for (const { demo } of sides) await demo.stop();
site.closeAllConnections();
site.close();
rmSync(folder, { recursive: true, force: true });

async function block(side) {
  const before = cpuOf(side.demo.pid);
  const askedBefore = requests;
  for (let page = 0; page < Number(values.pages); page++) await side.demo.ask('POST', '/v1/scrape', { url });
  side.cpuMs.push(cpuOf(side.demo.pid) - before);
  side.requests += requests - askedBefore;
}

function median(list) {
  return [...list].sort((a, b) => a - b)[list.length >> 1];
}
