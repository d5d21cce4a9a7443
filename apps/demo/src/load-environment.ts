import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { VARIABLES } from './variables';

/** Variables that a file may set. Others, such as those of Node, would change the program for everyone who runs it in the folder. */
const SETTABLE: ReadonlySet<string> = new Set([...VARIABLES.map(({ name }) => name), 'WEB_EXTRACT_API_KEY']);

/**
 * Reads `.env` of a folder, which is also the default data folder. Existing environment variables take precedence; variables that are not
 * ours are ignored.
 */
export function loadEnvironment(folder: string): void {
  const file = join(folder, '.env');
  const found = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  for (const [name, value] of Object.entries(found)) if (SETTABLE.has(name)) process.env[name] ??= value;
  process.env['WEB_EXTRACT_DATA_DIR'] ||= join(folder, '.data');
}
