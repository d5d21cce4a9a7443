import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import type { LogLevel } from '@nestjs/common';
import { archiveOf } from './archive';
import { isLoopback } from './loopback';
import type { VariableName } from './variables';
import type { Role, WebExtractOptions } from 'nestjs-web-extract';

const LOG_LEVELS: readonly LogLevel[] = ['fatal', 'error', 'warn', 'log', 'debug', 'verbose'];

/** On how many machines the demo runs, and what this process does. */
export interface Deployment {
  /** Null: one process with an embedded store. */
  readonly redis: RedisSetting | null;
  readonly postgres: PostgresSetting | null;
  readonly role: Role;
  /** Agents have an endpoint of their own. */
  readonly hasMcp: boolean;
  /** People have a page to try everything on. */
  readonly hasPlayground: boolean;
  readonly hasMetrics: boolean;
  /** Port of the metrics; null: that of the server. */
  readonly metricsPort: number | null;
}

/** A PostgreSQL and the tables in it. */
export interface PostgresSetting {
  readonly connection: string;
  readonly schema?: string;
  readonly migrate?: boolean;
  readonly notifyConnection?: string | false;
}

/** One Redis, or the nodes of a Cluster. */
export type RedisSetting = { readonly url: string } | { readonly cluster: readonly RedisNode[] };

interface RedisNode {
  readonly host: string;
  readonly port: number;
}

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

export function readDeployment(env: Environment): Deployment {
  return {
    redis: readRedis(env),
    postgres: readPostgres(env),
    role: (textOf(env, 'WEB_EXTRACT_ROLE') ?? 'all') as Role, // the library refuses others
    hasMcp: textOf(env, 'WEB_EXTRACT_MCP') === 'true',
    hasPlayground: textOf(env, 'WEB_EXTRACT_PLAYGROUND') !== 'false',
    hasMetrics: textOf(env, 'WEB_EXTRACT_METRICS') === 'true',
    metricsPort: metricsPortOf(env),
  };
}

/** Workers listen on no other port. */
const WORKER_METRICS_PORT = 9_464;

/** @throws Error for a value that is no port */
function metricsPortOf(env: Environment): number | null {
  const text = textOf(env, 'WEB_EXTRACT_METRICS_PORT');
  if (text === undefined) return textOf(env, 'WEB_EXTRACT_ROLE') === 'worker' ? WORKER_METRICS_PORT : null;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new Error(`WEB_EXTRACT_METRICS_PORT must be a port, 0 to 65535, not ${text}`);
  return port;
}

/** `REDIS_URL` or `REDIS_CLUSTER`. @throws Error if both are set */
function readRedis(env: Environment): RedisSetting | null {
  const url = textOf(env, 'REDIS_URL');
  const nodes = itemsOf(textOf(env, 'REDIS_CLUSTER'));
  if (url !== undefined && nodes.length > 0)
    throw new Error('REDIS_URL and REDIS_CLUSTER exclude each other: unset one');
  if (nodes.length > 0) return { cluster: nodes.map(toNode) };
  if (url?.includes(',')) throw new Error('REDIS_URL takes one Redis: for several, set REDIS_CLUSTER');
  return url === undefined ? null : { url };
}

/** @throws Error if a Redis is set, too */
function readPostgres(env: Environment): PostgresSetting | null {
  const connection = textOf(env, 'DATABASE_URL');
  if (connection === undefined) return null;
  const other = (['REDIS_URL', 'REDIS_CLUSTER'] as const).find((name) => textOf(env, name) !== undefined);
  if (other) throw new Error(`DATABASE_URL and ${other} exclude each other: unset one`);
  const schema = textOf(env, 'WEB_EXTRACT_SCHEMA');
  const notify = textOf(env, 'WEB_EXTRACT_NOTIFY_URL');
  return {
    connection,
    ...(schema === undefined ? {} : { schema }),
    ...(textOf(env, 'WEB_EXTRACT_MIGRATE') === 'false' ? { migrate: false } : {}),
    ...(notify === undefined ? {} : { notifyConnection: notify === 'off' ? (false as const) : notify }),
  };
}

const itemsOf = (text = ''): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** `host:port`, also of an IPv6 address in brackets. */
function toNode(text: string): RedisNode {
  const [, host, port] = /^\[?([^\]]+?)\]?:(\d{1,5})$/.exec(text) ?? [];
  if (host === undefined) throw new Error(`REDIS_CLUSTER must list nodes as host:port, not ${text}`);
  return { host, port: Number(port) };
}

/** Hints for rejected requests, with the names of environment variables. */
const ERROR_HINTS = {
  allowPrivate:
    'Private and local addresses are refused by default: list the host, or its address, in WEB_EXTRACT_ALLOW_PRIVATE',
  llm: 'No language model is configured: set OPENAI_API_KEY, or OPENAI_BASE_URL and OPENAI_MODEL for a server of your own',
  search: 'No search is configured: set SEARXNG_URL',
};

export const DEFAULT_PORT = '3002';
const DAY_MS = 86_400_000;

const textOf = (env: Environment, name: VariableName): string | undefined => env[name]?.trim() || undefined;

/** Settings of the environment: see `variables.ts`. */
export class Settings {
  readonly port: number;
  /** Address or name of this machine that the demo listens on. */
  readonly host: string;
  /** True if requests need a key. */
  readonly hasAuth: boolean;
  readonly keys: readonly string[];
  /** Generated for this run if none is configured: the only key that may be printed. */
  readonly generatedKey: string | null;
  readonly logLevels: LogLevel[];
  readonly logsJson: boolean;
  readonly deployment: Deployment;

  constructor(private readonly env: Environment) {
    this.port = toPort(this.text('PORT') ?? DEFAULT_PORT);
    this.host = this.text('HOST') ?? '127.0.0.1';
    this.hasAuth = this.readAuth();
    const keys = this.list('WEB_EXTRACT_API_KEYS');
    this.generatedKey =
      keys.length > 0 || !this.hasAuth ? null : `demo-${randomBytes(18).toString('base64url')}`;
    this.keys = this.generatedKey === null ? keys : [this.generatedKey];
    this.deployment = readDeployment(env);
    const format = this.text('LOG_FORMAT') ?? 'text';
    if (format !== 'text' && format !== 'json')
      throw new Error(`LOG_FORMAT must be text or json, not ${format}`);
    this.logsJson = format === 'json';
    const level = this.text('LOG_LEVEL') ?? 'log';
    const index = LOG_LEVELS.indexOf(level as LogLevel);
    if (index < 0) throw new Error(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not ${level}`);
    this.logLevels = LOG_LEVELS.slice(0, index + 1);
  }

  createWebExtractOptions(): WebExtractOptions {
    const publicUrl = this.text('WEB_EXTRACT_PUBLIC_URL');
    const userAgent = this.text('WEB_EXTRACT_USER_AGENT');
    const sessionKey = this.text('WEB_EXTRACT_SESSION_KEY');
    const webhookSecret = this.text('WEB_EXTRACT_WEBHOOK_SECRET');
    const searxngUrl = this.text('SEARXNG_URL');
    const apiKey = this.text('OPENAI_API_KEY');
    const baseURL = this.text('OPENAI_BASE_URL');
    const { redis, postgres } = this.deployment;
    const isEmbedded = redis === null && postgres === null;
    const model = this.text('OPENAI_MODEL') ?? (apiKey && !baseURL ? 'gpt-4o-mini' : undefined);
    return {
      auth: this.hasAuth && { keys: this.keys },
      webSocket: true, // without keys requests are checked before they come here
      keys: { signUp: this.text('WEB_EXTRACT_SIGN_UP') === 'true' },
      allowPrivate: this.list('WEB_EXTRACT_ALLOW_PRIVATE'),
      proxies: this.list('WEB_EXTRACT_PROXIES'),
      ...(isEmbedded ? { dataDir: this.text('WEB_EXTRACT_DATA_DIR') ?? '.data' } : {}),
      handleUnknownRoutes: true,
      errorHints: ERROR_HINTS,
      search: { local: isEmbedded, ...(searxngUrl === undefined ? {} : { searxng: { url: searxngUrl } }) },
      llm: {
        ...(model === undefined ? {} : { model }),
        ...(apiKey === undefined ? {} : { apiKey }),
        ...(baseURL === undefined ? {} : { baseURL }),
      },
      browser: this.browser(),
      history: this.history(),
      cache: this.cache(),
      ...archiveOf(this.env),
      monitors: this.monitors(),
      ...(sessionKey === undefined ? {} : { sessionKey }),
      ...(publicUrl === undefined ? {} : { publicUrl }),
      ...(webhookSecret === undefined ? {} : { webhookSecret }),
      ...(userAgent === undefined ? {} : { userAgent }),
    };
  }

  /** True if the demo is reachable from other machines. */
  get isOpenToNetwork(): boolean {
    return !isLoopback(this.host);
  }

  /** @throws Error where everyone in the network could use it without a key */
  private readAuth(): boolean {
    const auth = this.text('WEB_EXTRACT_AUTH') ?? 'on';
    if (auth !== 'on' && auth !== 'off') throw new Error(`WEB_EXTRACT_AUTH must be on or off, not ${auth}`);
    if (auth === 'on' || !this.isOpenToNetwork) return auth === 'on';
    if (this.text('WEB_EXTRACT_ALLOW_UNAUTHENTICATED') === 'true') return false;
    throw new Error(
      `WEB_EXTRACT_AUTH=off with HOST=${this.host} lets everyone in the network in: unset HOST, ` +
        'or set WEB_EXTRACT_ALLOW_UNAUTHENTICATED=true',
    );
  }

  private browser(): WebExtractOptions['browser'] {
    const path = this.text('WEB_EXTRACT_BROWSER');
    if (path === 'off') return false;
    if (path !== undefined) checkBrowser(path);
    const hasNoSandbox = this.text('WEB_EXTRACT_BROWSER_SANDBOX') === 'off';
    return {
      ...(path === undefined ? {} : { executablePath: path }),
      ...(hasNoSandbox ? { sandbox: false } : {}),
    };
  }

  private history(): WebExtractOptions['history'] {
    const days = this.count('WEB_EXTRACT_HISTORY_DAYS');
    if (days === undefined) return {};
    return days === 0 ? false : { retentionMs: days * DAY_MS };
  }

  private cache(): WebExtractOptions['cache'] {
    const megabytes = this.count('WEB_EXTRACT_CACHE_MB');
    if (megabytes === undefined) return true;
    return megabytes === 0 ? false : { maxBytes: megabytes * 1024 * 1024 };
  }

  private monitors(): WebExtractOptions['monitors'] {
    const minIntervalMs = this.count('WEB_EXTRACT_MONITOR_MIN_MS');
    return minIntervalMs === undefined ? {} : { minIntervalMs };
  }

  private count(name: VariableName): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (/^\d+$/.test(text)) return Number(text);
    throw new Error(`${name} must be a whole number, not ${text}`);
  }

  private text(name: VariableName): string | undefined {
    return textOf(this.env, name);
  }

  private list(name: VariableName): string[] {
    return itemsOf(this.text(name));
  }
}

function toPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Error(`PORT must be a number from 0 to 65535, not ${text}`);
}

/** @throws Error with the name of the variable */
function checkBrowser(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return;
  throw new Error(
    `WEB_EXTRACT_BROWSER: there is no file ${path}: correct the path, or unset it to search the usual places`,
  );
}
