// The least that a Nest host with Express needs to answer with the text of a page: no guards, limits, store or choice of content.
import 'reflect-metadata';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Body, Controller, HttpCode, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Agent, request } from 'undici';
import { readPage } from './sax.mjs';

const agent = new Agent({ connections: 8 });

class ScrapeController {
  async scrape({ url }) {
    const html = await (await request(url, { dispatcher: agent })).body.text();
    return { success: true, data: { markdown: readPage(html, url).text, metadata: { sourceURL: url } } };
  }
}
Reflect.decorate(
  [Post('v1/scrape'), HttpCode(200)],
  ScrapeController.prototype,
  'scrape',
  Object.getOwnPropertyDescriptor(ScrapeController.prototype, 'scrape'),
);
Body()(ScrapeController.prototype, 'scrape', 0);
Controller()(ScrapeController);

class MinimalModule {}
Module({ controllers: [ScrapeController] })(MinimalModule);

if (process.send && process.argv[2] === 'minimal-host') {
  const app = await NestFactory.create(MinimalModule, { logger: false });
  await app.listen(0, '127.0.0.1');
  process.send(app.getHttpServer().address().port);
  process.once('disconnect', () => process.exit());
}

/** Starts the host; `close` ends its process. */
export async function startMinimalHost() {
  const child = fork(fileURLToPath(import.meta.url), ['minimal-host'], { execArgv: [] });
  const [port] = await once(child, 'message');
  return { base: `http://127.0.0.1:${port}`, pid: child.pid, close: () => child.disconnect() };
}
