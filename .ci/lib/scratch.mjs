import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that is gone when this process ends. */
export function makeScratch() {
  const folder = mkdtempSync(join(tmpdir(), 'web-extract-ci-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
