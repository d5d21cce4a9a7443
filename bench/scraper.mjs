// The built library in a Nest application without HTTP, as a host would use it.
import 'reflect-metadata';
import { createRequire } from 'node:module';

// The CommonJS build, so that benches may wrap what it takes from Node.
const require = createRequire(import.meta.url);

/** @returns `scrape(url, formats)` and `close()` */
export async function startScraper() {
  const { NestFactory } = require('@nestjs/core');
  const { ScrapeService, WebExtractModule } = require('../libs/web-extract/dist/cjs/index.js');
  const module = WebExtractModule.forRoot({ controllers: false, auth: false, allowPrivate: ['127.0.0.0/8'] });
  const app = await NestFactory.createApplicationContext(module, { logger: false });
  const scraper = app.get(ScrapeService, { strict: false });
  return {
    scrape: (url, formats = ['markdown']) => scraper.scrape({ url, formats }),
    close: () => app.close(),
  };
}

/** Runs `work(0)` to `work(count - 1)`, `lanes` at a time. */
export async function inLanes(count, lanes, work) {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
