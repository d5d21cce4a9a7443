// Boots the host on `express` or `fastify`, uses the library over HTTP and by injection, and ends by itself.
import assert from 'node:assert/strict';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { ScrapeService } from 'nestjs-web-extract';
import { WebExtractHealthIndicator } from 'nestjs-web-extract/health';
import { KEY } from './host.module.js';
import { PartsModule } from './parts.module.js';
import { startSite } from './site.js';

const EXPECTED = /^# Loopback heading\n[\s\S]*\*\*markdown\*\*/m;

async function main(platform: string | undefined): Promise<void> {
  const site = await startSite();
  const adapter = platform === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
  const app = await NestFactory.create(PartsModule.allowing(site.address), adapter, {
    logger: ['warn', 'error'],
  });
  checkDocument(app);
  await app.listen(0, '127.0.0.1');
  await checkControllers(await app.getUrl(), site.url);
  await checkService(app, site.url);
  await checkParts(app);
  await app.close();
  await site.close();
}

async function checkControllers(base: string, url: string): Promise<void> {
  const own = await fetch(`${base}/own`);
  assert.deepEqual(await own.json(), { own: true }, 'the own route of the host');

  const refused = await post(`${base}/v1/scrape`, { url }, 'wrong');
  assert.equal(refused.status, 401, 'a wrong key');

  await checkErrors(base);
  await checkPlayground(base);

  const v1 = await post(`${base}/v1/scrape`, { url }, KEY);
  assert.equal(v1.status, 200, `v1 scrape: ${v1.text}`);
  assert.match(JSON.parse(v1.text).data.markdown, EXPECTED);

  const v0 = await post(`${base}/v0/scrape`, { url, pageOptions: { onlyMainContent: true } }, KEY);
  assert.equal(v0.status, 200, `v0 scrape: ${v0.text}`);
  assert.match(JSON.parse(v0.text).data.content, EXPECTED);
}

/** Errors before any controller are reported by the platform, in a format that depends on its version. */
async function checkErrors(base: string): Promise<void> {
  const malformed = await post(`${base}/v1/scrape`, '{', KEY);
  assert.deepEqual([malformed.status, JSON.parse(malformed.text).code], [400, 'BAD_REQUEST_INVALID_JSON']);

  const unknown = await post(`${base}/v1/scrape`, '{', 'wrong');
  assert.deepEqual([unknown.status, JSON.parse(unknown.text).code], [401, 'UNAUTHORIZED']);

  const method = await post(`${base}/v1/scrape`, {}, KEY, 'PUT');
  assert.deepEqual([method.status, JSON.parse(method.text).code], [405, 'METHOD_NOT_ALLOWED']);

  const health = await fetch(`${base}/health`);
  assert.deepEqual(await health.json(), { status: 'ok' });
}

/** The page and its script come out of the package, without a key. */
async function checkPlayground(base: string): Promise<void> {
  const page = await fetch(`${base}/playground`);
  assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  const [, script = 'none'] = /src="([^"]*)"/.exec(await page.text()) ?? [];
  const file = await fetch(new URL(script, `${base}/playground`));
  assert.deepEqual([page.status, file.status], [200, 200], 'the playground and its script');
}

/** Agents are greeted, what was read is counted, and all is well. */
async function checkParts(app: INestApplication): Promise<void> {
  const base = await app.getUrl();
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'host', version: '1' },
  };
  const greeting = await fetch(`${base}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${KEY}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  });
  assert.equal(greeting.status, 200);
  assert.match(await greeting.text(), /"serverInfo"/);

  const metrics = await (await fetch(`${base}/metrics`)).text();
  assert.match(metrics, /^web_extract_\w+(\{[^}]*\})? [1-9]/m);

  const health = await app.get(WebExtractHealthIndicator, { strict: false }).store('extraction');
  assert.equal(health['extraction']?.status, 'up');
}

function checkDocument(app: INestApplication): void {
  const document = SwaggerModule.createDocument(app, new DocumentBuilder().addBearerAuth().build());
  const scrape = document.paths['/v1/scrape']?.post;
  assert.equal(scrape?.operationId, 'v1_scrape');
  assert.ok(document.components?.schemas?.['WebExtractScrapeBodyV1'], 'the body of a scrape');
  assert.ok(document.paths['/own']?.get, 'the own route of the host');
}

async function checkService(app: INestApplication, url: string): Promise<void> {
  const page = await app.get(ScrapeService, { strict: false }).scrape({ url });
  assert.equal(page.statusCode, 200);
  assert.match(page.markdown ?? '', EXPECTED);
}

async function post(url: string, body: object | string, key: string, method = 'POST') {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(url, { method, headers, body: text });
  return { status: response.status, text: await response.text() };
}

main(process.argv[2]).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
