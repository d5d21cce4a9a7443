import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkDatabaseFile } from '../damage/check-database-file.js';
import { DATABASE_FILE } from './crawl-database.js';
import { dataDirError } from './data-dir.error.js';

const CHECKS = 3;
const CHECK_AGAIN_MS = 200;

/**
 * Checks the database of a folder. The previous process may still be writing: pages changed in the meantime are
 * checked again.
 * @throws DataDirError
 */
export async function checkDatabase(folder: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await checkDatabaseFile(join(folder, DATABASE_FILE));
    } catch (error) {
      if (tries === CHECKS) throw dataDirError(folder, error);
      await sleep(CHECK_AGAIN_MS);
    }
  }
}
