import type { INestApplicationContext } from '@nestjs/common';
import type { WebExtractOptions } from 'nestjs-web-extract';
import { Settings } from '../settings';
import type { Invocation } from './command';
import { interruptible } from './terminal/interruption';
import { privateTargets } from './private-targets';

/** Maximum time for shutdown after an interruption. */
const SHUTDOWN_MS = 1_000;

/** Options of a command in addition to the environment. */
export interface ApplicationOptions extends Pick<
  WebExtractOptions,
  'dataDir' | 'limits' | 'history' | 'sessions'
> {
  /** The address that the command is about. */
  readonly target?: string;
}

/** Runs work in an application of its own, without an HTTP API, and ends that afterwards. */
export function withApplication<T>(
  invocation: Invocation,
  wishes: ApplicationOptions,
  work: (app: INestApplicationContext, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return interruptible(async (signal) => {
    const app = await startApplication(optionsFor(invocation, wishes), invocation);
    try {
      signal.throwIfAborted();
      return await work(app, signal);
    } finally {
      await app.close();
    }
  });
}

async function startApplication(
  options: WebExtractOptions,
  { terminal }: Invocation,
): Promise<INestApplicationContext> {
  const { NestFactory } = await import('@nestjs/core');
  const { WebExtractModule } = await import('nestjs-web-extract');
  const root = WebExtractModule.forRoot({ ...options, controllers: false });
  const app = await NestFactory.createApplicationContext(root, { logger: false, abortOnError: false });
  const ignore = () => {};
  const tell = (message: unknown) => terminal.note(`error: ${String(message)}`);
  app.useLogger({ log: ignore, warn: ignore, error: tell, fatal: tell });
  return app;
}

/** Options from the environment, except those for servers only. */
function optionsFor(
  { values }: Invocation,
  { target, limits, dataDir, history, sessions }: ApplicationOptions,
): WebExtractOptions {
  const settings = new Settings(process.env).createWebExtractOptions();
  const { keys: _, dataDir: __, search, allowPrivate = [], ...options } = settings;
  return {
    ...options,
    auth: false,
    cache: false,
    history: history ?? false,
    search: { ...search, local: false },
    allowPrivate: values['allow-private'] ? [...allowPrivate, ...privateTargets(target)] : allowPrivate,
    limits: { shutdownMs: SHUTDOWN_MS, ...limits },
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(sessions === undefined ? {} : { sessions }),
  };
}
