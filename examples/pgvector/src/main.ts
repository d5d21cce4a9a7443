import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { NestFactory } from '@nestjs/core';
import { WebExtractModule } from 'nestjs-web-extract';
import { CorpusService } from 'nestjs-web-extract/corpus';
import { embed } from './embed.js';
import { VectorIndex } from './vector-index.js';

const [url = '', question = ''] = process.argv.slice(2);
const dataDir = process.env['DATA_DIR'] ?? '.data';
const allowPrivate = process.env['ALLOW_PRIVATE']?.split(',') ?? [];

const settings = { controllers: false, dataDir: `${dataDir}/web`, allowPrivate } as const;
const app = await NestFactory.createApplicationContext(WebExtractModule.forRoot(settings), {
  logger: ['error'],
});
const db = await PGlite.create(`${dataDir}/postgres`, { extensions: { vector } });
const index = await VectorIndex.open(db, embed);
const request = { crawl: { url, limit: 100 }, tag: 'site', signature: 'words-64' }; // another model: another signature
const { new: added, changed, removed } = await app.get(CorpusService, { strict: false }).sync(request, index);
console.log(`${added} pages new, ${changed} changed, ${removed} removed`);
for (const { url: link, text } of await index.nearest(question, 3)) console.log(`\n${link}\n${text}`);
await db.close();
await app.close();
