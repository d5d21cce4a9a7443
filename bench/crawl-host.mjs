// A host application in a process of its own, that may be killed: embedded, or one of several on a Redis or a PostgreSQL.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const KEY = 'key-of-the-bench';

if (process.send && process.argv[2] === 'crawl-host') await serve(JSON.parse(process.argv[3]));

async function serve({ redis, postgres, role, dataDir, limits = {}, keys = [], options = {} }) {
  const { Module } = await import('@nestjs/common');
  const { NestFactory } = await import('@nestjs/core');
  const { WebExtractModule } = await import('nestjs-web-extract');
  class HostModule {}
  Module({
    imports: [
      WebExtractModule.forRoot({
        auth: { keys: [KEY, ...keys] },
        allowPrivate: ['127.0.0.0/8'],
        limits,
        ...options,
        ...(redis ? { role, drivers: await driversOn(redis, limits) } : {}),
        ...(postgres ? { role, drivers: await driversOnPostgres(postgres, limits) } : {}),
        ...(redis || postgres ? {} : { dataDir }),
      }),
    ],
  })(HostModule);
  const app = await NestFactory.create(HostModule, { logger: ['error', 'warn'] });
  app.enableShutdownHooks();
  await app.listen(0, '127.0.0.1');
  process.once('disconnect', () => process.exit());
  process.on('message', () => {
    globalThis.gc?.();
    process.send({ heapBytes: process.memoryUsage().heapUsed });
  });
  process.send({ url: await app.getUrl() });
}

async function driversOn(url, { leaseMs }) {
  const { BullDriversModule } = await import('nestjs-web-extract/bull');
  return BullDriversModule.forRoot({ redis: { url }, ...(leaseMs < 15_000 ? { lockMs: leaseMs } : {}) });
}

async function driversOnPostgres(connection, { leaseMs }) {
  const { PostgresDriversModule } = await import('nestjs-web-extract/postgres');
  return PostgresDriversModule.forRoot({ connection, ...(leaseMs < 15_000 ? { lockMs: leaseMs } : {}) });
}

/**
 * @param options `redis` or `postgres` and `role`, or `dataDir`; `limits`; further `keys`; other `options` of the module
 * @returns `url`, `ask(method, path, body, key)`, `cpuMs()` so far, `heapBytes()` after a collection, `kill()` and `stop()`
 */
export async function startCrawlHost(options) {
  const child = fork(fileURLToPath(import.meta.url), ['crawl-host', JSON.stringify(options)], {
    execArgv: ['--expose-gc'],
  });
  const [{ url }] = await once(child, 'message');
  const end = async (signal) => {
    if (child.exitCode === null && child.signalCode === null && child.kill(signal)) await once(child, 'exit');
  };
  return {
    url,
    ask: (method, path, body, key) => ask(url + path, method, body, key),
    cpuMs: () => cpuMsOf(child.pid),
    heapBytes: async () => {
      child.send('heap');
      return (await once(child, 'message'))[0].heapBytes;
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

/** Processor time of a process and its threads so far. */
export function cpuMsOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function ask(url, method, body, key = KEY) {
  const headers = { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) };
  const response = await fetch(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return response.json();
}
