import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Reads `.env` of a folder, where data are kept too unless something else is said. What the environment says already counts. */
export function loadEnvironment(folder: string): void {
  const file = join(folder, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  process.env['WEB_EXTRACT_DATA_DIR'] ||= join(folder, '.data');
}
