// Tokens of jobs that learn extractors by themselves, as a share of those of a model on every page, and times of learning from values.
// Build first: npm run build:lib. Run: node bench/extractors.mjs [pages] [lmdb|redis]
// A loopback shop with two templates; the model is a stub that counts four characters as a token.
import 'reflect-metadata';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { BatchService, CrawlService, ExtractorService, WebExtractModule } from 'nestjs-web-extract';
import { startRedisProcess } from './redis-process.mjs';

const pages = Number(process.argv[2] ?? 10_000);
const driver = process.argv[3] ?? 'lmdb';
const GOALS = { share: 1 / 20, medianMs: 300, maxMs: 10_000 };
const PAGES_A_JOB = 1_000;
const EXTRACTORS = 20;
const CHARS_A_TOKEN = 4;

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    sku: { type: 'string' },
    maker: { type: 'string' },
    stock: { type: 'string', enum: ['in_stock', 'sold_out'] },
  },
  required: ['name', 'price'],
};
const NOUNS = [
  'Lamp',
  'Kettle',
  'Drill',
  'Tent',
  'Mirror',
  'Sofa',
  'Watch',
  'Shelf',
  'Clock',
  'Bench',
  'Chair',
];
const MAKERS = ['Halden', 'Corvus', 'Elvar', 'Brightwell', 'Dunmore', 'Ironside', 'Graphit'];

const itemOf = (n) => ({
  name: `${MAKERS[(n * 5) % 7]} ${NOUNS[n % 11]} ${(n * 37) % 997}`,
  price: Math.round(1_900 + ((n * 7_919) % 470_000)) / 100,
  sku: `AB-${10_000 + n * 13}`,
  maker: MAKERS[n % 7],
  stock: n % 5 === 0 ? 'sold_out' : 'in_stock',
});

const STOCK = { in_stock: 'Available today', sold_out: 'Sold out' };
const text = (n) =>
  Array.from(
    { length: 12 },
    (_, k) => `<p>Text ${(n * 31 + k * 17) % 911} of the page, about nothing of importance.</p>`,
  ).join('\n');

function pageOf(n) {
  const { name, price, sku, maker, stock } = itemOf(n);
  const head = `<!doctype html><html lang="en"><head><title>${name} | Shop</title></head><body>`;
  if (n % 2 === 0)
    return `${head}<header><ul><li><a href="/a">Home</a><li><a href="/b">Catalogue</a><li><a href="/c">Contact</a></ul></header><main><h1>${name}</h1>
<div class="box"><span class="price">€ ${price.toFixed(2)}</span><span class="stock">${STOCK[stock]}</span></div><table><tr><th>Item number</th><td>${sku}</td></tr><tr><th>Made by</th><td>${maker}</td></tr></table>
${text(n)}</main><footer><p>All rights reserved</p></footer></body></html>`;
  return `${head}<nav><a href="/start">Start</a> <a href="/help">Help</a></nav><article><h2 class="ttl">${name}</h2><dl><dt>Cost</dt><dd class="amount">${price.toFixed(2)} EUR</dd><dt>Article no.</dt><dd class="no">${sku}</dd>
<dt>Brand</dt><dd class="brand">${maker}</dd><dt>Delivery</dt><dd class="state">${STOCK[stock]}</dd></dl><section>${text(n)}</section><blockquote>Great value</blockquote></article></body></html>`;
}

const site = await listen((request, response) => {
  const n = Number(/^\/item\/(\d+)$/.exec(request.url)?.[1]);
  response.setHeader('content-type', 'text/html; charset=utf-8');
  if (Number.isNaN(n)) response.writeHead(404).end();
  else response.end(pageOf(n));
});
const model = { calls: 0, tokens: 0 };
const endpoint = await listen(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { messages } = JSON.parse(Buffer.concat(chunks).toString());
  const prompt = messages.map(({ content }) => content).join('\n');
  const n = Number(/\/item\/(\d+)/.exec(prompt)?.[1] ?? 0);
  const content = JSON.stringify(itemOf(n));
  const usage = {
    prompt_tokens: Math.ceil(prompt.length / CHARS_A_TOKEN),
    completion_tokens: Math.ceil(content.length / CHARS_A_TOKEN),
  };
  model.calls++;
  model.tokens += usage.prompt_tokens + usage.completion_tokens;
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({
      id: 'x',
      object: 'chat.completion',
      model: 'stub',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
      usage,
    }),
  );
});

const folder = mkdtempSync(join(tmpdir(), 'bench-extractors-'));
const redis = driver === 'redis' ? await startRedisProcess() : null;
const app = await startHost();
const service = app.get(ExtractorService, { strict: false });
const batches = app.get(BatchService, { strict: false });
const jobs = app.get(CrawlService, { strict: false });

const times = [];
for (let k = 0; k < EXTRACTORS; k++) {
  const numbers = Array.from({ length: 5 }, (_, n) => 200_000 + k * 20 + n * 2 + (k % 2));
  const began = performance.now();
  const { extractor } = await service.learn(
    { schema },
    { sources: ['values'], pages: numbers.map((n) => ({ url: urlOf(n), data: itemOf(n) })) },
  );
  times.push(performance.now() - began);
  if (extractor.status !== 'ready') throw new Error(`not learned: ${JSON.stringify(extractor.error)}`);
}
times.sort((a, b) => a - b);

const every = await tokensOfPages();
Object.assign(model, { calls: 0, tokens: 0 });
let wrong = 0;
let right = 0;
for (let from = 0; from < pages; from += PAGES_A_JOB) {
  const numbers = Array.from({ length: Math.min(PAGES_A_JOB, pages - from) }, (_, n) => from + n);
  await jobOf(numbers, { schema, extractor: 'auto' }, ({ url, extraction }) => {
    const truth = itemOf(Number(url.split('/').at(-1)));
    for (const [field, value] of Object.entries(truth)) {
      const is = extraction?.data[field];
      if (is === value) right++;
      else if (is !== undefined && is !== null) wrong++;
    }
  });
  console.log(`${from + numbers.length} pages: ${model.calls} calls, ${model.tokens} tokens`);
}
const share = model.tokens / (every * pages);
const median = times[Math.floor(times.length / 2)];
console.table([
  {
    driver,
    pages,
    calls: model.calls,
    tokens: model.tokens,
    'tokens of a model on every page': Math.round(every * pages),
    share: share.toFixed(4),
    recall: (right / (pages * 5)).toFixed(4),
    wrong,
    'learning, median ms': median.toFixed(0),
    'learning, max ms': times.at(-1).toFixed(0),
  },
]);
if (share > GOALS.share) console.log(`share: above the goal of ${GOALS.share}`);
if (median > GOALS.medianMs || times.at(-1) > GOALS.maxMs)
  console.log(`learning: above the goals of ${GOALS.medianMs} and ${GOALS.maxMs} ms`);
await app.close();
await redis?.remove();
for (const { server } of [site, endpoint]) server.close();
rmSync(folder, { recursive: true, force: true });
process.exit();

/** Mean tokens of a page that the model reads. */
async function tokensOfPages() {
  const numbers = Array.from({ length: 20 }, (_, n) => 100_000 + n);
  await jobOf(numbers, { schema }, () => {});
  return model.tokens / numbers.length;
}

async function jobOf(numbers, extraction, each) {
  const { id } = await batches.start({
    urls: numbers.map(urlOf),
    page: { formats: [], extraction: { ...extraction, ignoresStated: true } },
  });
  for (;;) {
    const { status } = await jobs.status(id);
    if (status === 'completed') break;
    if (status === 'failed') throw new Error('the job failed');
    await sleep(200);
  }
  for (let from = 0; from < numbers.length;) {
    const { pages: found } = await jobs.results(id, { from, maxPages: 100 });
    if (found.length === 0) throw new Error(`the job has ${from} pages only`);
    found.forEach(each);
    from += found.length;
  }
}

function urlOf(n) {
  return `${site.url}/item/${n}`;
}

async function startHost() {
  const drivers =
    redis &&
    (await import('nestjs-web-extract/bull')).BullDriversModule.forRoot({ redis: { url: redis.url } });
  class HostModule {}
  Module({
    imports: [
      WebExtractModule.forRoot({
        allowPrivate: ['127.0.0.0/8'],
        browser: false,
        llm: { model: 'stub', baseURL: `${endpoint.url}/v1` },
        ...(drivers ? { drivers } : { dataDir: folder }),
      }),
    ],
  })(HostModule);
  const host = await NestFactory.create(HostModule, { logger: ['error', 'warn'] });
  await host.listen(0, '127.0.0.1');
  return host;
}

async function listen(handler) {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${server.address().port}` };
}
