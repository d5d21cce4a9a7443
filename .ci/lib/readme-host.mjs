// A host made of the snippets of README.md, on the platform of the first argument. Runs in a folder with the packed library.
import 'reflect-metadata';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { CrawlService, ExtractService, ScrapeService } from 'nestjs-web-extract';
import { lackOf } from './lack-of.mjs';

const [platform, given] = process.argv.slice(2);
const { requests, answer } = JSON.parse(given);
process.env.EXTRACT_KEY = 'key-of-readme';

const snippets = await Promise.all(
  readdirSync('snippets').map((file) => import(new URL(`snippets/${file}`, import.meta.url))),
);
const { AppModule, Reader, read, readDocs, readPrice, ...others } = Object.assign({}, ...snippets);
assert.deepEqual(Object.keys(others), [], 'every snippet is run');

class Host {}
Module({ imports: Reflect.getMetadata('imports', AppModule), providers: [Reader] })(Host);
const options = { logger: ['error', 'warn'] };
const app = await (platform === 'fastify'
  ? NestFactory.create(Host, new FastifyAdapter(), options)
  : NestFactory.create(Host, options));
await app.listen(0, '127.0.0.1');
const of = (service) => app.get(service, { strict: false });

assert.match(await read(of(ScrapeService)), /^# The guide\n/);
assert.match(await app.get(Reader).read(process.env.SITE), /^# Example Domain\n/);
assert.equal((await readPrice(of(ExtractService))).data.price, 12.5);
const lines = [];
const { log } = console;
console.log = (...words) => lines.push(words);
await readDocs(of(CrawlService));
console.log = log;
assert.equal(lines.at(-1)[0], 'completed');
assert.equal(lines.length, 3, 'two pages and the end');

const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
for (const request of requests) {
  const command = request
    .replaceAll('http://localhost:3002', url)
    .replace(/<[^>]*key>/, process.env.EXTRACT_KEY);
  const { stdout } = await promisify(execFile)('sh', ['-c', command]);
  if (stdout.startsWith('{')) assert.deepEqual(lackOf(answer, JSON.parse(stdout)), []);
  else assert.match(stdout, /^# Example Domain\n/);
}
await app.close();
