// A host application in a process of its own: boots, scrapes, crawls, closes, tells what it left behind, and must end by itself.
// Usage: host-process.mjs express|fastify
import { createServer } from 'node:http';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';

const KEY = 'key';
const PAGE =
  '<!doctype html><title>t</title><main><h1>Heading</h1><p>Text of the page that is read.</p></main>';

const before = listeners();
const { CrawlService, ScrapeService, WebExtractModule } = await import('nestjs-web-extract');

const site = createServer((request, response) => {
  if (request.url === '/hung') return;
  response.setHeader('content-type', 'text/html').end(PAGE);
}).listen(0, '127.0.0.1');
await once(site, 'listening');
const address = `127.0.0.1:${site.address().port}`;

class HostModule {}
Module({
  imports: [
    WebExtractModule.forRoot({ auth: { keys: [KEY] }, allowPrivate: [address], limits: { shutdownMs: 300 } }),
  ],
})(HostModule);

const adapter = process.argv[2] === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
const app = await NestFactory.create(HostModule, adapter, { logger: false });
await app.listen(0, '127.0.0.1');
const base = await app.getUrl();

const scraped = [await scrape('/page'), await scrape('/page')].map(({ status }) => status);
const { markdown } = await app
  .get(ScrapeService, { strict: false })
  .scrape({ url: `http://${address}/page` });

const crawls = app.get(CrawlService, { strict: false });
const { id } = await crawls.start({ url: `http://${address}/page`, limit: 1 });
const events = [];
for await (const { type } of crawls.watch(id)) events.push(type);

const reachedSite = once(site, 'request');
const inFlight = scrape('/hung');
await reachedSite;
const startedAt = performance.now();
await app.close();
const closedInMs = performance.now() - startedAt;
const interrupted = await inFlight;
site.closeAllConnections();
site.close();
await once(site, 'close');

const report = {
  scraped,
  markdown,
  events,
  interrupted,
  closedInMs,
  addedListeners: listeners().filter((line) => !before.includes(line)),
  files: readdirSync('.'),
};
await new Promise((resolve) => process.stdout.write(`${JSON.stringify(report)}\n`, resolve));

function listeners() {
  return process.eventNames().map((name) => `${String(name)} ${process.listenerCount(name)}`);
}

async function scrape(path) {
  const response = await fetch(`${base}/v1/scrape`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
    body: JSON.stringify({ url: `http://${address}${path}` }),
  });
  return { status: response.status, body: response.status === 200 ? null : await response.json() };
}
