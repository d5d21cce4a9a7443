import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import { settings } from './settings.js';

const MiB = 1024 * 1024;

const adapter = new FastifyAdapter({ bodyLimit: MiB });
adapter.getInstance().addHook('onRoute', (route) => {
  if (route.url.endsWith('/batch/scrape')) route.bodyLimit = 10 * MiB; // a thousand long addresses
});
const app = await NestFactory.create<NestFastifyApplication>(AppModule, adapter);
app.enableShutdownHooks(); // scrapes under way may finish, crawls go on at the next start
await app.listen(settings.port, settings.host);
console.log(`Listening on ${await app.getUrl()}`);
