import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Reads `.env` of a folder, which is also the default data folder. Existing environment variables take precedence.
 */
export function loadEnvironment(folder: string): void {
  const file = join(folder, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  process.env['WEB_EXTRACT_DATA_DIR'] ||= join(folder, '.data');
}
