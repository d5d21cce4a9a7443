import { readFileSync } from 'node:fs';
import { NestFactory } from '@nestjs/core';
import type { ExamplePage } from 'nestjs-web-extract';
import { AppModule } from './app.module.js';
import { Prices } from './prices.js';

const { PORT = '3000', LEARN = 'learn.json', PRODUCTS = '' } = process.env;
const app = await NestFactory.create(AppModule);
app.enableShutdownHooks();
await app.listen(Number(PORT), '127.0.0.1');
console.log(`Listening on ${await app.getUrl()}`);
const prices = app.get(Prices);
for (const warning of await prices.learn(JSON.parse(readFileSync(LEARN, 'utf8')) as ExamplePage[]))
  console.warn(warning);
void prices.follow(await prices.watch(PRODUCTS.split(',').filter(Boolean)));
