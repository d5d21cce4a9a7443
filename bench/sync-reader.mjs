// An application that syncs a site with the index of kill-sync.mjs on request, or that only crawls.
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { WebExtractModule } from 'nestjs-web-extract';
import { CorpusService } from 'nestjs-web-extract/corpus';

const { site, role, dataDir, store, serverUrl } = process.env;
const place = serverUrl ? { role, drivers: await driversOnServer() } : { dataDir };
const options = {
  ...place,
  controllers: false,
  browser: false,
  allowPrivate: ['127.0.0.1'],
  limits: { leaseMs: 5_000 },
};
const app = await NestFactory.createApplicationContext(WebExtractModule.forRoot(options), {
  logger: ['error'],
});
const corpus = app.get(CorpusService, { strict: false });

process.on('message', async ({ indexUrl }) => {
  const send = async (body) => {
    const { status } = await fetch(indexUrl, { method: 'POST', body: JSON.stringify(body) });
    if (status !== 200) throw new Error(`The index answers ${status}`);
  };
  const sink = { name: 'index', upsert: (upsert) => send({ upsert }), remove: (remove) => send({ remove }) };
  try {
    process.send({ result: await corpus.sync({ crawl: { url: site }, tag: 'site' }, sink) });
  } catch (error) {
    process.send({ error: String(error) });
  }
});
process.send({});

async function driversOnServer() {
  if (store === 'postgres') {
    const { PostgresDriversModule } = await import('nestjs-web-extract/postgres');
    return PostgresDriversModule.forRoot({ connection: serverUrl, lockMs: 5_000 });
  }
  const { BullDriversModule } = await import('nestjs-web-extract/bull');
  return BullDriversModule.forRoot({ redis: { url: serverUrl } });
}
