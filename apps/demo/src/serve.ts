import type { EventEmitter } from 'node:events';
import type { INestApplication } from '@nestjs/common';
import { createApp } from './create-app';
import { serveLocalRequests } from './local-requests';
import { Settings } from './settings';

/** Work under way may finish in this time after SIGTERM or SIGINT. */
const DRAIN_MS = 8_000;

/** Serves as the environment says, until a signal ends it. */
export async function serve(): Promise<void> {
  const app = await createApp({
    bufferLogs: true,
    autoFlushLogs: false, // a failed start is told below, in one message
    abortOnError: false,
  });
  const settings = app.get(Settings);
  app.useLogger(settings.logLevels);
  app.flushLogs();
  if (settings.hasAuth) app.enableCors(); // without keys pages of other sites must read nothing
  const isWorker = settings.deployment.role === 'worker';
  await app.init();
  if (!isWorker) await listen(app, settings);
  closeOnSignal(app);
  if (isWorker) process.stdout.write('\nWorking on crawls\n');
  else announce(await app.getUrl(), settings);
}

async function listen(app: INestApplication, settings: Settings): Promise<void> {
  // after the library, whose own listeners would else come first
  if (!settings.hasAuth) serveLocalRequests(app.getHttpServer() as EventEmitter, settings.isOpenToNetwork);
  await app.listen(settings.port, settings.host);
}

function closeOnSignal(app: INestApplication): void {
  const close = async () => {
    setTimeout(() => process.exit(0), DRAIN_MS).unref();
    await app.close();
    process.exit(0);
  };
  process.once('SIGTERM', close);
  process.once('SIGINT', close);
}

/** Keys of the configuration are secrets and stay out of logs. */
function announce(url: string, settings: Settings): void {
  const { deployment } = settings;
  const base = url.replace(/\[::1?\]|0\.0\.0\.0|127\.0\.0\.1/, 'localhost');
  const key = keyOf(settings);
  const playground = `Playground: ${base}/${key.link === null ? '' : `#key=${key.link}`}\n`;
  process.stdout.write(
    `\nListening on ${base}\nAPI key: ${key.words}\nReachable from: ${reachOf(settings)}\n${deployment.hasPlayground ? playground : ''}\nTry it:\n\n` +
      `  curl -s ${base}/v1/scrape \\\n    -H 'Authorization: Bearer ${key.link ?? '<key>'}' \\\n` +
      `    -H 'Content-Type: application/json' \\\n    -d '{"url": "https://example.com"}'\n\n`,
  );
}

function keyOf({ hasAuth, generatedKey }: Settings): {
  readonly words: string;
  readonly link: string | null;
} {
  if (!hasAuth) return { words: 'none is needed (WEB_EXTRACT_AUTH=off)', link: 'none' };
  return { words: generatedKey ?? 'one of WEB_EXTRACT_API_KEYS', link: generatedKey };
}

const reachOf = ({ isOpenToNetwork, host }: Settings): string =>
  isOpenToNetwork ? `the network (HOST=${host})` : 'this machine only (HOST=0.0.0.0 opens it to the network)';
