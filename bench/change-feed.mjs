// The change feed: entries read in a second, by the service and over HTTP, from a data directory and from Redis; and the processor time of
// tracked batches that write entries, in alternating runs against tracked batches that write none.
// Build first: npm run build. Run: node bench/change-feed.mjs [read|write] [entries | rounds] [pages of a batch]
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { WebExtractModule } from 'nestjs-web-extract';
import { ChangeFeed } from 'nestjs-web-extract/corpus';
import { BullDriversModule } from 'nestjs-web-extract/bull';
import { LmdbPageHistory } from '../libs/web-extract/build/drivers/lmdb/lmdb.page-history.js';
import { RedisConnection } from '../libs/web-extract/build/drivers/redis/connection/redis-connection.js';
import { RedisPageHistory } from '../libs/web-extract/build/drivers/redis/redis.page-history.js';
import { findRedis, startRedis } from '../scripts/ready/redis.mjs';
import { cpuMsOf } from './crawl-host.mjs';
import { startDemoProcess } from './demo-process.mjs';
import { startPageSite } from './page-site.mjs';

const [part = 'all', count, batchPages = 150] = process.argv.slice(2).map((value, n) => (n === 0 ? value : Number(value))); // prettier-ignore
const GOALS = { entriesPerSecond: 5_000, writing: 1.05 };
const FEED = { owner: 'host', tag: 'bench' };
const AUTH = { validate: () => ({ owner: FEED.owner }) };
const LANES = 32;
const LIMIT = 1_000;
const MiB = 1024 * 1024;
const BOUNDS = { maxBytes: 2_048 * MiB, maxBytesPerOwner: 2_048 * MiB };
const PAGE_BYTES = 30_000;

const folder = mkdtempSync(join(tmpdir(), 'change-feed-'));
if (part !== 'write') {
  await readFrom('LMDB', fillLmdb);
  await readFrom('Redis', fillRedis);
}
if (part !== 'read') await writing(part === 'write' && count ? count : 12);
rmSync(folder, { recursive: true });

async function readFrom(name, fillStore) {
  const entries = (part === 'read' && count) || 100_000;
  const { options, close } = await fillStore(entries);
  class Host {}
  Module({ imports: [WebExtractModule.forRoot({ auth: AUTH, browser: false, ...options })] })(Host);
  const app = await NestFactory.create(Host, { logger: false });
  await app.listen(0, '127.0.0.1');
  const feed = app.get(ChangeFeed);
  const url = await app.getUrl();
  const readers = {
    service: (since) => feed.read({ tag: FEED.tag, limit: LIMIT, ...(since ? { since } : {}) }),
    HTTP: async (since) => {
      const query = `tag=${FEED.tag}&limit=${LIMIT}${since ? `&since=${since}` : ''}`;
      const { data, cursor } = await (
        await fetch(`${url}/v2/changes?${query}`, { headers: { Authorization: 'Bearer any' } })
      ).json();
      return { entries: data, cursor };
    },
  };
  for (const [by, read] of Object.entries(readers)) {
    const start = performance.now();
    const before = process.cpuUsage();
    const found = await readAll(read);
    const perSecond = Math.round(found / ((performance.now() - start) / 1000));
    const { user, system } = process.cpuUsage(before);
    const perCpuSecond = Math.round(found / ((user + system) / 1e6)); // of this process: over HTTP with the client
    const verdict = perSecond >= GOALS.entriesPerSecond ? 'reached' : 'NOT REACHED';
    console.log(`${name}, ${by}: ${found} entries, ${perSecond} a second, ${perCpuSecond} a second of processor time (goal ${GOALS.entriesPerSecond}, ${verdict}); load ${loadavg()[0].toFixed(1)}`); // prettier-ignore
  }
  await app.close();
  await close();
}

async function readAll(read) {
  let found = 0;
  for (let since; ;) {
    const { entries, cursor } = await read(since);
    if (entries.length === 0) return found;
    found += entries.length;
    since = cursor;
  }
}

async function fillLmdb(entries) {
  const dataDir = join(folder, 'lmdb');
  const history = new LmdbPageHistory(dataDir, BOUNDS);
  await fill(history, entries);
  await history.onApplicationShutdown();
  return { options: { dataDir }, close: async () => {} };
}

async function fillRedis(entries) {
  const redis = await startRedis(await findRedis());
  const connection = new RedisConnection({ url: redis.url });
  await fill(new RedisPageHistory(connection, 'bench:', BOUNDS), entries);
  await connection.close();
  const drivers = BullDriversModule.forRoot({ redis: { url: redis.url }, prefix: 'bench' });
  return { options: { drivers }, close: () => redis.stop() };
}

async function fill(history, entries) {
  await history.changes.open(FEED, { variant: 'plain', maxChunkTokens: null }, { maxFeeds: 1 });
  let next = 0;
  const lane = async () => {
    for (let n = next++; n < entries; n = next++) await record(history, n);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function record(history, n) {
  const url = `https://docs.things.example/section-${n % 200}/article-about-thing-${n}`;
  const key = { ...FEED, variant: 'plain', url };
  const now = Date.now();
  const head = { url, firstAt: now, visitedAt: now, changedAt: now, fingerprint: `f${n}`, goneVisits: null, validators: null, bodyHash: null, wireBytes: 30_000, isRendered: false, converter: 'c', shape: 's', hops: 1 }; // prettier-ignore
  const feed = [{ kind: 'upsert', key, expectedSeq: 0, url, fingerprint: `f${n}`, shape: 's', content: contentOf(n, url) }]; // prettier-ignore
  const { kind } = await history.record(key, { head, feed, maxVersions: 1 }, 0);
  if (kind !== 'recorded') throw new Error(`Not recorded: ${kind}`);
}

function contentOf(n, url) {
  const metadata = { title: `Thing ${n}`, description: null, language: 'en', author: null, publishedAt: null, modifiedAt: null, statusCode: 200, contentType: 'text/html' }; // prettier-ignore
  const chunks = [0, 1, 2].map((part) => ({
    id: `chunk-${part}`,
    hash: `hash of ${n} ${part}`,
    text: `Part ${part} of thing ${n}. `.repeat(25),
    headingPath: ['Thing', `Part ${part}`],
    url: `${url}#part-${part}`,
    tokens: 150,
  }));
  return { metadata, chunks, upsert: chunks.map(({ id }) => id), delete: [] };
}

/** Entries belong to the options of the first job of a tag: batches with other options are tracked without entries. */
async function writing(rounds) {
  const site = await startPageSite();
  const environment = {
    WEB_EXTRACT_BROWSER: 'off',
    WEB_EXTRACT_PLAYGROUND: 'false',
    WEB_EXTRACT_CACHE_MB: '0',
  };
  const host = await startDemoProcess({ dataDir: join(folder, 'demo'), environment });
  const context = { host, site };
  await batch(context, 'warm', true);
  await batch(context, 'warm-other', false);
  const ratios = [];
  const perPage = { true: [], false: [] };
  for (let round = 0; round < rounds; round++) {
    const kinds = round % 2 === 0 ? [true, false] : [false, true];
    const ms = {};
    for (const isListed of kinds) {
      ms[isListed] = await batch(context, `round-${round}-${isListed}`, isListed);
      perPage[isListed].push(ms[isListed] / batchPages);
    }
    ratios.push(ms.true / ms.false);
  }
  const [low, median, high] = quartiles(ratios);
  const verdict = median <= GOALS.writing ? 'reached' : 'NOT REACHED';
  console.log(`writing entries: ${median.toFixed(3)} (quartiles ${low.toFixed(3)} to ${high.toFixed(3)}; goal ${GOALS.writing}, ${verdict}); ${rounds} rounds of ${batchPages} pages, ${quartiles(perPage.true)[1].toFixed(1)} and ${quartiles(perPage.false)[1].toFixed(1)} ms a page; load ${loadavg()[0].toFixed(1)}`); // prettier-ignore
  await host.stop();
  site.close();
}

function quartiles(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return [0.25, 0.5, 0.75].map((share) => sorted[Math.floor(share * (sorted.length - 1))]);
}

/** @returns processor time of the host in milliseconds */
async function batch({ host, site }, tag, isListed) {
  if (!isListed) await run(host, [`${site.url}/article/1000/${tag}-first`], tag, { onlyMainContent: false });
  const urls = Array.from({ length: batchPages }, (_, n) => `${site.url}/article/${PAGE_BYTES}/${tag}-${n}`);
  const before = cpuMsOf(host.pid);
  await run(host, urls, tag, {});
  return cpuMsOf(host.pid) - before;
}

async function run(host, urls, tag, options) {
  const formats = ['markdown', { type: 'changeTracking', tag }];
  const { id } = await host.ask('POST', '/v2/batch/scrape', { urls, formats, ...options });
  for (let status = 'scraping'; status === 'scraping';) {
    await sleep(250);
    ({ status } = await host.ask('GET', `/v2/batch/scrape/${id}?limit=1&skip=${urls.length}`));
  }
  await sleep(100); // the last commit
}
