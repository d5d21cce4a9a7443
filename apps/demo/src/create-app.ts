import type { INestApplication, NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module';
import { serveDocument } from './serve-document';

const MAX_BODY_BYTES = 1024 * 1024;
/** Lists of 1,000 long addresses, of batches and monitors, are the largest bodies. */
const MAX_BATCH_BYTES = 10 * 1024 * 1024;
const BATCHES = ['/v1/batch/scrape', '/v2/batch/scrape', '/v2/monitor'];
/** Longer ids are refused by Fastify itself, in place of a 404. */
const MAX_ID_CHARS = 1_000;

/** The application on Express, or on Fastify with `WEB_EXTRACT_PLATFORM=fastify`. */
export async function createApp(options: NestApplicationOptions): Promise<INestApplication> {
  const platform = process.env['WEB_EXTRACT_PLATFORM']?.trim() || 'express';
  if (platform === 'fastify') return createOnFastify(options);
  if (platform !== 'express') {
    throw new Error(`WEB_EXTRACT_PLATFORM must be express or fastify, not ${platform}`);
  }
  const { json } = await import('express');
  const app = await NestFactory.create<NestExpressApplication>(AppModule, options);
  serveDocument(app);
  app.use(BATCHES, json({ limit: MAX_BATCH_BYTES }));
  return app.useBodyParser('json', { limit: MAX_BODY_BYTES });
}

async function createOnFastify(options: NestApplicationOptions): Promise<INestApplication> {
  const { FastifyAdapter } = await import('@nestjs/platform-fastify');
  const adapter = new FastifyAdapter({
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { maxParamLength: MAX_ID_CHARS },
  });
  adapter.getInstance().addHook('onRoute', (route) => {
    if (BATCHES.includes(route.url)) route.bodyLimit = MAX_BATCH_BYTES;
  });
  const app = await NestFactory.create(AppModule, adapter, options);
  serveDocument(app);
  return app;
}
