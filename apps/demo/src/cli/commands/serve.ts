import { loadEnvironment } from '../../load-environment';
import { readDeployment } from '../../settings';
import { variablesAsText } from '../../variables';
import { CommandError, UsageError, type Command } from '../command';
import { privateTargets } from '../private-targets';
import { wholeNumber } from '../read-options';

const HELP = `Usage: nestjs-web-extract serve [options]

Serves the HTTP APIs /v0, /v1 and /v2, as published Firecrawl clients know them,
and a playground at /. It needs an HTTP platform of Nest beside it:

  npx -p nestjs-web-extract -p @nestjs/platform-express@11 \\
    nestjs-web-extract serve

  --port <n>             where it listens (3002)
  --allow-private        addresses that are not of the open Internet, too

Everything else is read from the environment and from .env in this folder:

${variablesAsText()}`;

/** Nest 12 does not run on Node 20, and without a version npx installs the newest. */
const NEST_VERSION = '@11';
const PLATFORMS = ['express', 'fastify'];
const PROGRAM = 'nestjs-web-extract serve';

export const serve: Command = {
  help: HELP,
  options: { port: { type: 'string' }, 'allow-private': { type: 'boolean' } },
  async run({ words, values }) {
    if (words.length > 0) throw new UsageError(`serve takes no ${words[0]}`);
    const port = wholeNumber(values, 'port', 0);
    loadEnvironment(process.cwd());
    if (port !== undefined) process.env['PORT'] = String(port);
    if (values['allow-private']) allowPrivate();
    requirePackages();
    const { serve: serveDemo } = await import('../../serve'); // only now: which modules there are depends on the environment
    await serveDemo();
    return new Promise<never>(() => {}); // the process ends itself on a signal
  },
};

function allowPrivate(): void {
  const listed = process.env['WEB_EXTRACT_ALLOW_PRIVATE'] ?? '';
  process.env['WEB_EXTRACT_ALLOW_PRIVATE'] = [listed, ...privateTargets()].join(',');
}

/** @throws CommandError for an unknown platform, and with the command that installs the missing packages */
function requirePackages(): void {
  const platform = process.env['WEB_EXTRACT_PLATFORM']?.trim() || installedPlatform();
  if (!PLATFORMS.includes(platform))
    throw new CommandError(`WEB_EXTRACT_PLATFORM must be ${PLATFORMS.join(' or ')}, not ${platform}`);
  process.env['WEB_EXTRACT_PLATFORM'] = platform;
  const { redis, postgres, hasMcp, hasMetrics } = readDeployment(process.env);
  const needed = [
    `@nestjs/platform-${platform}`,
    ...(redis === null ? [] : ['@nestjs/bull', 'bull', 'ioredis']),
    ...(postgres === null ? [] : ['pg']),
    ...(hasMcp ? ['@modelcontextprotocol/node', '@modelcontextprotocol/server'] : []),
    ...(hasMetrics ? ['prom-client'] : []),
  ];
  if (needed.every(isInstalled)) return;
  const packages = needed
    .map((name) => ` -p ${name}${name.startsWith('@nestjs/') ? NEST_VERSION : ''}`)
    .join('');
  throw new CommandError(
    `not all that it needs is installed: npx -p nestjs-web-extract${packages} ${PROGRAM}`,
  );
}

const installedPlatform = (): string =>
  PLATFORMS.find((name) => isInstalled(`@nestjs/platform-${name}`)) ?? PLATFORMS[0]!;

function isInstalled(name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}
