import type { INestApplication } from '@nestjs/common';
import { createApp } from './create-app';
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
  app.enableCors();
  const isWorker = settings.deployment.role === 'worker';
  await (isWorker ? app.init() : listen(app, settings.port));
  closeOnSignal(app);
  if (isWorker) process.stdout.write('\nWorking on crawls\n');
  else announce(await app.getUrl(), settings);
}

/** On all addresses: Fastify by itself is heard on this machine alone, which in a container is nowhere. */
function listen(app: INestApplication, port: number): Promise<unknown> {
  return app.getHttpAdapter().getType() === 'fastify' ? app.listen(port, '0.0.0.0') : app.listen(port);
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
function announce(url: string, { generatedKey, deployment }: Settings): void {
  const base = url.replace('[::1]', 'localhost').replace('[::]', 'localhost').replace('0.0.0.0', 'localhost');
  const playground = `Playground: ${base}/${generatedKey === null ? '' : `#key=${generatedKey}`}\n`;
  process.stdout.write(
    `\nListening on ${base}\nAPI key: ${generatedKey ?? 'one of WEB_EXTRACT_API_KEYS'}\n${deployment.hasPlayground ? playground : ''}\nTry it:\n\n` +
      `  curl -s ${base}/v1/scrape \\\n    -H 'Authorization: Bearer ${generatedKey ?? '<key>'}' \\\n` +
      `    -H 'Content-Type: application/json' \\\n    -d '{"url": "https://example.com"}'\n\n`,
  );
}
