/** An environment variable of the demo and of the command line. */
export interface Variable {
  readonly name: string;
  /** The heading that it is listed under. */
  readonly group: string;
  /** A phrase of one line: its values, its effect, its default. */
  readonly description: string;
}

/** Every variable, by the headings of `serve --help`, of docs/command-line.md and of `.env.example`. */
const GROUPS = {
  Server: {
    PORT: 'port of the server (default 3002)',
    HOST: 'address of the server (default 127.0.0.1: this machine only); 0.0.0.0 opens it to the network',
    WEB_EXTRACT_PLATFORM: 'express or fastify (default: the installed one)',
    WEB_EXTRACT_PUBLIC_URL: 'base of the URLs in responses, behind a proxy',
    LOG_FORMAT: 'json: one JSON object a line (default text)',
    LOG_LEVEL: 'fatal, error, warn, log, debug or verbose (default log); debug also logs every route',
  },
  Access: {
    WEB_EXTRACT_API_KEYS:
      'accepted API keys, comma-separated (default: one is generated at each start and printed)',
    WEB_EXTRACT_AUTH: 'off: no API keys, for programs of this machine and the playground only',
    WEB_EXTRACT_ALLOW_UNAUTHENTICATED:
      'true: WEB_EXTRACT_AUTH=off is accepted with a HOST that others can reach',
    WEB_EXTRACT_SIGN_UP: 'true: everyone can create an API key with POST /v1/keys',
    WEB_EXTRACT_WEBHOOK_SECRET: 'secret that signs webhook messages',
  },
  'Data and scaling': {
    WEB_EXTRACT_DATA_DIR: 'directory of jobs and results (default .data)',
    REDIS_URL: 'Redis that stores jobs instead, shared by many processes',
    REDIS_CLUSTER: 'nodes of a Redis Cluster instead: host:port, comma-separated',
    DATABASE_URL: 'PostgreSQL that stores everything instead, shared by many processes',
    WEB_EXTRACT_SCHEMA: 'schema of the tables in PostgreSQL (default web_extract)',
    WEB_EXTRACT_MIGRATE:
      'false: the tables in PostgreSQL are created by the command `postgres migrate`, not at the start',
    WEB_EXTRACT_NOTIFY_URL:
      'direct URL of PostgreSQL where DATABASE_URL leads to a pooler; off: no notifications',
    WEB_EXTRACT_ROLE:
      'all, api (runs no jobs) or worker (does not listen); with Redis or PostgreSQL only (default all)',
    WEB_EXTRACT_ARCHIVE:
      'archive of crawl results: file:///directory or s3://bucket/prefix, of this deployment only (default: none)',
    WEB_EXTRACT_SEAL_AFTER_MS: 'milliseconds until results are moved to the archive (default 60000)',
    AWS_ACCESS_KEY_ID: 'access key of the bucket',
    AWS_SECRET_ACCESS_KEY: 'its secret',
    AWS_SESSION_TOKEN: 'session token of temporary credentials',
    AWS_REGION: 'region of the bucket',
    AWS_ENDPOINT_URL_S3: 'address of the server, if it is not Amazon',
    WEB_EXTRACT_HISTORY_DAYS:
      'days that tracked pages are remembered after their last visit (default 90); 0: no change tracking',
    WEB_EXTRACT_MONITOR_MIN_MS: 'smallest gap between two runs of a monitor in milliseconds (default 300000)',
    WEB_EXTRACT_SESSION_KEY:
      'key that encrypts stored sessions: 32 bytes in base64 or hexadecimal digits (default: sessions end with the process)',
    WEB_EXTRACT_CACHE_MB: 'size of the response cache in MiB (default 512); 0: no cache',
  },
  Requests: {
    WEB_EXTRACT_ALLOW_PRIVATE:
      'private targets that may be fetched, comma-separated: CIDR, host or host:port',
    WEB_EXTRACT_USER_AGENT: 'User-Agent header of requests',
    WEB_EXTRACT_PROXIES: 'proxies of requests, comma-separated',
  },
  Browser: {
    WEB_EXTRACT_BROWSER: 'path of a Chromium, or off (default: searched in the usual places)',
    WEB_EXTRACT_BROWSER_SANDBOX:
      'off: starts Chromium without its sandbox, where the system allows users none',
  },
  Model: {
    OPENAI_MODEL: 'language model of extractions (default gpt-4o-mini if only OPENAI_API_KEY is set)',
    OPENAI_API_KEY: 'API key of the model',
    OPENAI_BASE_URL: 'endpoint compatible with OpenAI chat completions, such as http://localhost:11434/v1',
  },
  Search: {
    SEARXNG_URL: 'SearXNG instance that searches the web; without it, only crawled pages are searched',
  },
  Interfaces: {
    WEB_EXTRACT_PLAYGROUND: 'false: no playground at /',
    WEB_EXTRACT_MCP: 'true: an MCP endpoint for agents at /mcp and /v2/mcp',
    WEB_EXTRACT_METRICS:
      'true: metrics for Prometheus at /metrics, without a key; workers serve them on port 9464',
    WEB_EXTRACT_METRICS_PORT: 'port of the metrics in place of that of the server (workers: default 9464)',
  },
} as const;

type Groups = typeof GROUPS;

/** Name of a variable in the table. */
export type VariableName = { [Group in keyof Groups]: keyof Groups[Group] & string }[keyof Groups];

export const VARIABLES: readonly Variable[] = Object.entries(GROUPS).flatMap(([group, variables]) =>
  Object.entries(variables).map(([name, description]) => ({ name, group, description })),
);

/** Lists the variables by group, in lines of at most 80 characters. */
export function variablesAsText(): string {
  return Object.entries(GROUPS)
    .map(([group, variables]) => [`${group}:`, ...Object.entries(variables).flatMap(entryLines)].join('\n'))
    .join('\n');
}

function entryLines([name, description]: [string, string]): string[] {
  return [`  ${name}`, ...wrap(description, 80 - 6).map((line) => `      ${line}`)];
}

function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
