import { networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import { browserInstallHint, type WebExtractOptions } from 'nestjs-web-extract';
import type { RedisSetting, Settings } from './settings';

/** A line of the banner: a label and its value. */
type Line = readonly [label: string, value: string];

/** Facts that only the running server knows. */
export interface RunningServer {
  /** URL of the server; null for a worker, which does not listen. */
  readonly url: string | null;
  /** Path of the browser; null when none is installed. */
  readonly browser: string | null;
  /** Page for a first request; null when there is none. */
  readonly sampleUrl: string | null;
}

/** Six lines about a server that has started, and a first request if there is a sample page. Configured keys and credentials in URLs are left out. */
export function banner(settings: Settings, running: RunningServer, hasColors: boolean): string {
  const options = settings.createWebExtractOptions();
  const lines: Line[] = [
    ...(running.url === null ? [] : addressLines(baseOf(running.url), settings)),
    ['Data directory', dataOf(settings, options)],
    ['Browser', browserOf(options, running)],
    ['Model', modelOf(options)],
    ['Search', searchOf(settings, options)],
  ];
  const paint = (label: string) => (hasColors ? `\u001b[1m${label}\u001b[22m` : label);
  const text = lines.map(
    ([label, value], at) => `${paint(at === 0 && running.url ? label : `${label}:`)} ${value}\n`,
  );
  return text.join('') + firstRequest(settings, running);
}

/** A command that works as it is. */
function firstRequest({ hasAuth, generatedKey }: Settings, { url, sampleUrl }: RunningServer): string {
  if (url === null || sampleUrl === null) return '';
  const key = hasAuth ? ` -H 'Authorization: Bearer ${generatedKey ?? '<key>'}'` : '';
  const body = `-H 'Content-Type: application/json' -d '{"url": "${sampleUrl}"}'`;
  return `\nTry it: curl -s ${baseOf(url)}/v1/scrape${key} ${body}\n`;
}

const baseOf = (url: string): string => url.replace(/\[::1?\]|0\.0\.0\.0|127\.0\.0\.1/, 'localhost');

function addressLines(base: string, settings: Settings): Line[] {
  return [
    ['Listening on', `${base} (${reachOf(base, settings)})`],
    ['API key', keyOf(base, settings)],
  ];
}

function reachOf(base: string, { isOpenToNetwork, host }: Settings): string {
  if (!isOpenToNetwork) return 'this machine only; HOST=0.0.0.0 opens it to the network';
  const { port, protocol } = new URL(base);
  const isEvery = host === '0.0.0.0' || host === '::';
  const urls = isEvery ? ownAddresses().map((address) => `${protocol}//${address}:${port}`) : [];
  return ['the network', `HOST=${host}`, ...urls].join(', ');
}

/** IPv4 addresses that other machines may reach. */
const ownAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);

function keyOf(base: string, { hasAuth, generatedKey, deployment }: Settings): string {
  const key = hasAuth
    ? (generatedKey ?? 'one of WEB_EXTRACT_API_KEYS')
    : 'none is needed (WEB_EXTRACT_AUTH=off)';
  if (!deployment.hasPlayground) return key;
  const fragment = hasAuth ? generatedKey : 'none';
  return `${key} (playground: ${base}/${fragment === null ? '' : `#key=${fragment}`})`;
}

function dataOf({ deployment }: Settings, { dataDir }: WebExtractOptions): string {
  const { redis, postgres } = deployment;
  if (postgres !== null) return `none, jobs are stored in PostgreSQL at ${hostOf(postgres.connection)}`;
  if (redis !== null) return `none, jobs are stored in Redis at ${addressesOf(redis).join(', ')}`;
  return resolve(dataDir ?? '.data');
}

function browserOf({ browser }: WebExtractOptions, { browser: path }: RunningServer): string {
  if (browser === false) return 'off (WEB_EXTRACT_BROWSER)';
  return (
    path ?? `none found: install Chromium (${browserInstallHint()}), or set WEB_EXTRACT_BROWSER to its path`
  );
}

function modelOf({ llm }: WebExtractOptions): string {
  const { model, baseURL } = llm ?? {};
  if (baseURL !== undefined) return `${model ?? 'default'} at ${hostOf(baseURL)}`;
  return model ?? 'none: set OPENAI_MODEL, and OPENAI_API_KEY or OPENAI_BASE_URL';
}

function searchOf({ deployment }: Settings, { search }: WebExtractOptions): string {
  const url = search?.searxng?.url;
  const isLocal = deployment.redis === null && deployment.postgres === null;
  if (url !== undefined) return `SearXNG at ${hostOf(url)}${isLocal ? ', and crawled pages' : ''}`;
  return `${isLocal ? 'crawled pages only' : 'off'}: set SEARXNG_URL to search the web`;
}

/** Host and port, without credentials. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an invalid URL';
}

function addressesOf(redis: RedisSetting): string[] {
  if ('cluster' in redis) return redis.cluster.map(({ host, port }) => `${host}:${port}`);
  return [redis].flat().map(({ url }) => hostOf(url));
}
