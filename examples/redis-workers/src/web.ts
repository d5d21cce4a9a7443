// Answers HTTP, for every crawl. It crawls nothing itself.
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { extraction } from './extraction.js';
import { serveQueues } from './serve-queues.js';
import { settings } from './settings.js';

@Module({ imports: [extraction('api')] })
class WebModule {}

const app = await NestFactory.create<NestExpressApplication>(WebModule);
serveQueues(app);
app.enableShutdownHooks();
await app.listen(settings.port, settings.host);
console.log(`Listening on ${await app.getUrl()}`);
