import type { INestApplication, LoggerService, ModuleMetadata } from '@nestjs/common';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test, type TestingModuleBuilder } from '@nestjs/testing';
import { ask, type Answer, type Question } from './ask.js';

export const PLATFORMS = ['express', 'fastify'] as const;
export type Platform = (typeof PLATFORMS)[number];

export const KEY = 'key-of-the-tests';

export interface AppSettings {
  readonly imports: NonNullable<ModuleMetadata['imports']>;
  readonly controllers?: ModuleMetadata['controllers'];
  readonly providers?: ModuleMetadata['providers'];
  readonly platform?: Platform;
  /** Replaces providers. */
  readonly override?: (builder: TestingModuleBuilder) => TestingModuleBuilder;
  /** What a host does in its main file before it listens. */
  readonly configure?: (app: INestApplication) => void;
  /** Of JSON bodies, in bytes. */
  readonly bodyLimit?: number;
  /** Where the application logs to; nowhere when absent. */
  readonly logger?: LoggerService;
}

export interface RunningApp {
  readonly app: INestApplication;
  readonly url: string;
  /** Sends with the key of the tests unless the headers say otherwise. */
  ask(path: string, question?: Question): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
  close(): Promise<void>;
}

/** Starts a host application on a free port of 127.0.0.1. */
export async function startApp(settings: AppSettings): Promise<RunningApp> {
  const { imports, controllers = [], providers = [], override, configure, logger = SILENT } = settings;
  const plain = Test.createTestingModule({ imports, controllers, providers }).setLogger(logger);
  const compiled = await (override?.(plain) ?? plain).compile();
  const app = createApp(compiled, settings);
  configure?.(app);
  limitBodies(app, settings);
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const askApp: RunningApp['ask'] = (path, { headers, ...rest } = {}) =>
    ask(url + path, { ...rest, headers: { authorization: `Bearer ${KEY}`, ...headers } });
  return {
    app,
    url,
    ask: askApp,
    post: (path, body) => askApp(path, { method: 'POST', body }),
    close: () => app.close(),
  };
}

const ignore = () => undefined;
const SILENT: LoggerService = { log: ignore, warn: ignore, error: ignore };

/** A logger that keeps what it is told. */
export function keepLog(): LoggerService & { readonly lines: string[] } {
  const lines: string[] = [];
  const keep = (message: unknown) => void lines.push(String(message));
  return { log: keep, warn: keep, error: keep, lines };
}

type Compiled = Awaited<ReturnType<TestingModuleBuilder['compile']>>;

function createApp(module: Compiled, settings: AppSettings): INestApplication {
  const { platform = 'express', bodyLimit, logger = SILENT } = settings;
  const limits = bodyLimit === undefined ? {} : { bodyLimit };
  const adapter = platform === 'fastify' ? new FastifyAdapter(limits) : new ExpressAdapter();
  return module.createNestApplication<INestApplication>(adapter, { logger });
}

/** Fastify is told when it is made, Express by the parser, which comes after what the host has put in place. */
function limitBodies(app: INestApplication, { platform = 'express', bodyLimit }: AppSettings): void {
  if (platform === 'express' && bodyLimit !== undefined) {
    (app as NestExpressApplication).useBodyParser('json', { limit: bodyLimit });
  }
}
