import type { EventEmitter } from 'node:events';
import { Logger, type INestApplication } from '@nestjs/common';
import { findBrowser } from 'nestjs-web-extract';
import { banner } from './banner';
import { hasColors } from './colors';
import { createApp } from './create-app';
import { serveLocalRequests } from './local-requests';
import { networkNames } from './loopback';
import { serveMetrics } from './serve-metrics';
import { Settings } from './settings';
import { StartLog } from './start-log';
import { unknownVariableWarnings } from './unknown-variables';

/** Time for running work to finish after SIGTERM or SIGINT. */
const DRAIN_MS = 8_000;

/**
 * Serves as the environment says, until a signal ends it.
 *
 * @param sampleUrl page for a first request, if there is one
 */
export async function serve(sampleUrl: string | null = null): Promise<void> {
  const app = await createApp({
    bufferLogs: true,
    autoFlushLogs: false, // a failed start is reported below, in one message
    abortOnError: false,
  });
  const settings = app.get(Settings);
  app.useLogger(
    new StartLog(settings.logLevels, { colors: hasColors(process.stdout), json: settings.logsJson }),
  );
  app.flushLogs();
  for (const warning of unknownVariableWarnings(process.env)) new Logger('Demo').warn(warning);
  if (settings.hasAuth) app.enableCors(); // without keys pages of other sites must read nothing
  const isWorker = settings.deployment.role === 'worker';
  await app.init();
  if (!isWorker) await listen(app, settings);
  const { hasMetrics, metricsPort } = settings.deployment;
  const metrics =
    hasMetrics && metricsPort !== null
      ? await serveMetrics(app, { port: metricsPort, host: settings.host })
      : null;
  closeOnSignal(app);
  const { browser } = settings.createWebExtractOptions();
  const running = {
    url: isWorker ? null : await app.getUrl(),
    browser: await findBrowser(typeof browser === 'object' ? browser : {}),
  };
  const text = banner(settings, { ...running, sampleUrl }, !settings.logsJson && hasColors(process.stdout));
  const place = metrics ? `Metrics: http://${settings.host}:${metrics.port}/metrics\n` : '';
  const message = `${isWorker ? 'Working on crawls\n' : ''}${text}${place}`;
  if (settings.logsJson) new Logger('Demo').log(message.trimEnd());
  else process.stdout.write(`\n${message}\n`);
}

async function listen(app: INestApplication, settings: Settings): Promise<void> {
  // after the library, whose own listeners would else come first
  if (!settings.hasAuth) serveLocalRequests(app.getHttpServer() as EventEmitter, namesOf(settings));
  await app.listen(settings.port, settings.host);
}

function namesOf(settings: Settings): (name: string) => boolean {
  if (!settings.isOpenToNetwork) return () => false;
  return networkNames(settings.createWebExtractOptions().publicUrl);
}

function closeOnSignal(app: INestApplication): void {
  const close = async () => {
    process.stdout.write(
      `Stopping; running work has ${DRAIN_MS / 1000} seconds. A second signal ends it at once.\n`,
    );
    setTimeout(() => process.exit(0), DRAIN_MS).unref();
    await app.close();
    process.stdout.write('Stopped\n', () => process.exit(0));
  };
  process.once('SIGTERM', close);
  process.once('SIGINT', close);
}
