// Boots the host on `express` or `fastify`, uses the library over HTTP and by injection, and ends by itself.
import assert from 'node:assert/strict';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ScrapeService } from 'nestjs-web-extract';
import { HostModule, KEY } from './host.module.js';
import { startSite } from './site.js';

const EXPECTED = /^# Loopback heading\n[\s\S]*\*\*markdown\*\*/m;

async function main(platform: string | undefined): Promise<void> {
  const site = await startSite();
  const adapter = platform === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
  const app = await NestFactory.create(HostModule.allowing(site.address), adapter, {
    logger: ['warn', 'error'],
  });
  await app.listen(0, '127.0.0.1');
  await checkControllers(await app.getUrl(), site.url);
  await checkService(app, site.url);
  await app.close();
  await site.close();
}

async function checkControllers(base: string, url: string): Promise<void> {
  const own = await fetch(`${base}/own`);
  assert.deepEqual(await own.json(), { own: true }, 'the own route of the host');

  const refused = await post(`${base}/v1/scrape`, { url }, 'wrong');
  assert.equal(refused.status, 401, 'a wrong key');

  await checkErrors(base);

  const v1 = await post(`${base}/v1/scrape`, { url }, KEY);
  assert.equal(v1.status, 200, `v1 scrape: ${v1.text}`);
  assert.match(JSON.parse(v1.text).data.markdown, EXPECTED);

  const v0 = await post(`${base}/v0/scrape`, { url, pageOptions: { onlyMainContent: true } }, KEY);
  assert.equal(v0.status, 200, `v0 scrape: ${v0.text}`);
  assert.match(JSON.parse(v0.text).data.content, EXPECTED);
}

/** What happens before any controller is told by the platform's own means, which change from version to version. */
async function checkErrors(base: string): Promise<void> {
  const malformed = await post(`${base}/v1/scrape`, '{', KEY);
  assert.deepEqual([malformed.status, JSON.parse(malformed.text).code], [400, 'BAD_REQUEST_INVALID_JSON']);

  const unknown = await post(`${base}/v1/scrape`, '{', 'wrong');
  assert.deepEqual([unknown.status, JSON.parse(unknown.text).code], [401, 'UNAUTHORIZED']);

  const method = await post(`${base}/v1/scrape`, {}, KEY, 'PUT');
  assert.deepEqual([method.status, JSON.parse(method.text).code], [404, 'NOT_FOUND']);

  const health = await fetch(`${base}/health`);
  assert.deepEqual(await health.json(), { status: 'ok' });
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
