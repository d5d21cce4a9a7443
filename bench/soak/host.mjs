// The application of soak.mjs: all features at once. It also syncs an index on request.
import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { WebExtractModule } from 'nestjs-web-extract';
import { CorpusService } from 'nestjs-web-extract/corpus';

const { key, dataDir, redisUrl } = JSON.parse(process.argv[2]);
const SHORT_MS = 60_000;

class HostModule {}
Module({
  imports: [
    WebExtractModule.forRoot({
      auth: { keys: [key] },
      allowPrivate: ['127.0.0.0/8'],
      history: {},
      monitors: { minIntervalMs: 1_000, maxPerOwner: 1_000 },
      // Results expire within the run: what remains would be a leak, not data that is kept on purpose.
      limits: { retentionMs: SHORT_MS, zeroRetentionMs: SHORT_MS, scrapeRetentionMs: SHORT_MS },
      ...(redisUrl ? { drivers: await redisDrivers() } : { dataDir }),
    }),
  ],
})(HostModule);
const app = await NestFactory.create(HostModule, { logger: ['error'] });
app.enableShutdownHooks();
await app.listen(0, '127.0.0.1');
process.once('disconnect', () => process.exit());
process.on('message', async ({ id, what, site }) => {
  try {
    process.send({ id, result: what === 'sync' ? await sync(site) : memory() });
  } catch (error) {
    process.send({ id, error: String(error) });
  }
});
process.send({ url: await app.getUrl() });

/** Heap after a collection, and what keeps the process alive, by kind. */
function memory() {
  for (let times = 0; times < 2; times++) globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  const handles = process
    .getActiveResourcesInfo()
    .filter((name) => name !== 'Timeout' && name !== 'Immediate');
  return { heapMb: (heapUsed + external) / 2 ** 20, handles: handles.length };
}

async function sync(site) {
  const sink = { name: 'soak', upsert: async () => {}, remove: async () => {} };
  const tag = createHash('sha256').update(site).digest('hex').slice(0, 8);
  return app.get(CorpusService, { strict: false }).sync({ crawl: { url: site, limit: 20 }, tag }, sink);
}

async function redisDrivers() {
  const { BullDriversModule } = await import('nestjs-web-extract/bull');
  return BullDriversModule.forRoot({ redis: { url: redisUrl } });
}
