import type { Server } from 'node:http';
import type { INestApplication, LoggerService, ModuleMetadata } from '@nestjs/common';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test, type TestingModuleBuilder } from '@nestjs/testing';
import { ask, type Answer, type Question } from './ask.js';
import { holdAnswers } from './held-answers.js';
import { somePlatforms, type Platform } from './platforms.js';
import { countApplication } from '../setup/one-realm/usage.cjs';

export const KEY = 'key-of-the-tests';

export interface AppSettings {
  readonly imports: NonNullable<ModuleMetadata['imports']>;
  readonly controllers?: ModuleMetadata['controllers'];
  readonly providers?: ModuleMetadata['providers'];
  /** @default the one of the spec, see `somePlatforms` */
  readonly platform?: Platform;
  /** Replaces providers. */
  readonly override?: (builder: TestingModuleBuilder) => TestingModuleBuilder;
  /** What a host does in its main file before it listens. */
  readonly configure?: (app: INestApplication) => void;
  /** How Nest tells modules apart. @default 'reference' */
  readonly moduleIds?: 'reference' | 'deep-hash';
  /** Of JSON bodies, in bytes. */
  readonly bodyLimit?: number;
  /** The host makes something else of all answers: they are not held against the document of the API. */
  readonly isHosts?: boolean;
  /** Where the application logs to; nowhere when absent. */
  readonly logger?: LoggerService;
}

export interface RunningApp {
  readonly app: INestApplication;
  readonly url: string;
  /** Sends with the key of the tests unless the headers say otherwise. */
  ask(path: string, question?: Question): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
  /** @throws Error when a published client was answered otherwise than the document says */
  close(): Promise<void>;
}

/** Starts a host application on a free port of 127.0.0.1. What published clients are answered is held against the document, too. */
export async function startApp(given: AppSettings): Promise<RunningApp> {
  const settings = { ...given, platform: given.platform ?? somePlatforms()[0]! };
  countApplication(settings.platform);
  const { imports, controllers = [], providers = [], override, configure, logger = SILENT } = settings;
  const { isHosts = false, moduleIds = 'reference' } = settings;
  const metadata = { imports, controllers, providers };
  const plain = Test.createTestingModule(metadata, { moduleIdGeneratorAlgorithm: moduleIds }).setLogger(
    logger,
  );
  const compiled = await (override?.(plain) ?? plain).compile();
  const app = createApp(compiled, settings);
  configure?.(app);
  limitBodies(app, settings);
  const expectHeld = isHosts ? () => {} : holdAnswers(app.getHttpServer() as Server);
  try {
    await app.listen(0, '127.0.0.1');
  } catch (error) {
    await app.close(); // what had begun by then would keep the run alive
    throw error;
  }
  const url = await app.getUrl();
  const askApp: RunningApp['ask'] = (path, { headers, ...rest } = {}) =>
    ask(url + path, { isHosts, ...rest, headers: { authorization: `Bearer ${KEY}`, ...headers } });
  return {
    app,
    url,
    ask: askApp,
    post: (path, body) => askApp(path, { method: 'POST', body }),
    close: async () => {
      await app.close();
      expectHeld();
    },
  };
}

/**
 * Applications that the cases of a spec share: one for each key, which names what is special about its settings. They end after all
 * cases. Called while the cases are defined.
 */
export function sharedApps(): (key: string, settings: AppSettings) => Promise<RunningApp> {
  const apps = new Map<string, Promise<RunningApp>>();
  afterAll(async () => {
    for (const app of apps.values()) await (await app).close();
  });
  return (key, settings) => {
    const app = apps.get(key) ?? startApp(settings);
    apps.set(key, app);
    return app;
  };
}

const ignore = () => undefined;
const SILENT: LoggerService = { log: ignore, warn: ignore, error: ignore };

/** A logger that collects its messages. */
export function keepLog(): LoggerService & { readonly lines: string[] } {
  const lines: string[] = [];
  const keep = (message: unknown) => void lines.push(String(message));
  return { log: keep, warn: keep, error: keep, lines };
}

type Compiled = Awaited<ReturnType<TestingModuleBuilder['compile']>>;

function createApp(module: Compiled, settings: AppSettings): INestApplication {
  const { platform, bodyLimit, logger = SILENT } = settings;
  const limits = bodyLimit === undefined ? {} : { bodyLimit };
  const adapter = platform === 'fastify' ? new FastifyAdapter(limits) : new ExpressAdapter();
  return module.createNestApplication<INestApplication>(adapter, { logger });
}

/** Fastify gets the limit when it is created, Express from the parser, which comes after the middleware of the host. */
function limitBodies(app: INestApplication, { platform, bodyLimit }: AppSettings): void {
  if (platform === 'express' && bodyLimit !== undefined) {
    (app as NestExpressApplication).useBodyParser('json', { limit: bodyLimit });
  }
}
