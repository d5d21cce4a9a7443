import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const dataDir = process.env['DATA_DIR'] ?? '.data';
mkdirSync(dataDir, { recursive: true });

/** What the environment says. */
export const settings = {
  crawls: join(dataDir, 'crawls'),
  passages: join(dataDir, 'passages.db'),
  /** Sites on private addresses that may be read, such as `127.0.0.1:8000`. */
  allowPrivate: process.env['ALLOW_PRIVATE']?.split(',') ?? [],
};
