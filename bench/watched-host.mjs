// A host application in a process of its own that reports the longest turn of its event loop.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const KEY = 'key-of-the-bench';

if (process.send && process.argv[2] === 'watched-host') await serve(process.argv[3]);

async function serve(dataDir) {
  const { Module } = await import('@nestjs/common');
  const { NestFactory } = await import('@nestjs/core');
  const { WebExtractModule } = await import('nestjs-web-extract');
  const { WebExtractMcpModule } = await import('nestjs-web-extract/mcp');
  const { watchTurns } = await import('./watch-turns.mjs');
  class HostModule {}
  Module({
    imports: [
      WebExtractModule.forRoot({
        auth: { keys: [KEY] },
        allowPrivate: ['127.0.0.0/8'],
        dataDir,
        search: { local: true },
      }),
      WebExtractMcpModule.forRoot(),
    ],
  })(HostModule);
  const app = await NestFactory.create(HostModule, { logger: ['error'] });
  app.useBodyParser('json', { limit: '11mb' });
  app.enableShutdownHooks();
  await app.listen(0, '127.0.0.1');
  process.once('disconnect', () => void app.close().then(() => process.exit()));
  let end = () => 0;
  process.on('message', (message) => {
    if (message === 'begin') end = watchTurns();
    process.send({ longestMs: message === 'begin' ? 0 : end() });
  });
  process.send({ url: await app.getUrl() });
}

/** @returns `send(method, path, body)` and `longestTurn(work)` in milliseconds of processor time */
export async function startWatchedHost(dataDir) {
  const child = fork(fileURLToPath(import.meta.url), ['watched-host', dataDir], { execArgv: [] });
  const [{ url }] = await once(child, 'message');
  const tell = async (message) => {
    child.send(message);
    const [{ longestMs }] = await once(child, 'message');
    return longestMs;
  };
  return {
    send: (method, path, body, headers) => send(method, url + path, body, headers),
    async longestTurn(work) {
      await tell('begin');
      const result = await work();
      return { longestMs: await tell('end'), result };
    },
    close: async () => {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** @param body text as it is sent, or a value that becomes JSON */
async function send(method, url, body, headers = {}) {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${KEY}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    bytes: bytes.length,
    text: () => bytes.toString(),
    json: () => JSON.parse(bytes.toString()),
  };
}
