import { loadEnvironment } from '../../load-environment';
import { UsageError, type Command, type Invocation, type OptionValues } from '../command';
import { interruptible } from '../terminal/interruption';
import { ApiClient, type ServerAddress } from './api-client';

/** Options of all commands that send requests to a server. */
export const SERVER_OPTIONS = {
  server: { type: 'string' },
  key: { type: 'string' },
  json: { type: 'boolean' },
} as const satisfies Command['options'];

/** The lines of help about them. */
export const SERVER_HELP = `  --server <url>         WEB_EXTRACT_SERVER, or this machine with PORT (3002)
  --key <key>            WEB_EXTRACT_API_KEY, or that of serve in this folder
  --json                 as JSON`;

/**
 * Runs work with a client of the server. `.env` of the current folder, which `serve` reads too, gives the port and the key of a server on
 * this machine; it cannot name another server, which would receive the key of the user.
 */
export function withServer<T>(
  { values }: Pick<Invocation, 'values'>,
  work: (api: ApiClient, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const named = textOf(values['server']) ?? textOf(process.env['WEB_EXTRACT_SERVER']);
  loadEnvironment(process.cwd());
  const server = serverOf(values, named, process.env);
  return interruptible((signal) => work(new ApiClient(server, signal), signal));
}

/** @throws UsageError if the URL is invalid */
function serverOf(values: OptionValues, named: string | undefined, env: NodeJS.ProcessEnv): ServerAddress {
  const local = `http://127.0.0.1:${textOf(env['PORT']) ?? '3002'}`;
  const [firstKey] = (env['WEB_EXTRACT_API_KEYS'] ?? '').split(',');
  // keys of the server in this folder are not sent to other servers
  const ownKey = named === undefined ? textOf(firstKey) : undefined;
  const key = textOf(values['key']) ?? textOf(env['WEB_EXTRACT_API_KEY']) ?? ownKey ?? null;
  return { url: baseOf(named ?? local), key };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

function baseOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '' && url.hash === '')
    return url.href.replace(/\/+$/, '');
  throw new UsageError('--server must be an http or https URL, such as http://localhost:3002');
}
