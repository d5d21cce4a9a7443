// Builds the library twice from one source: dist/cjs and dist/esm, each with its own package type. A build that fails
// leaves the last good one where it is.
import { cpSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const LIB = fileURLToPath(new URL('../libs/web-extract/', import.meta.url));
const NEW = `${LIB}node_modules/.build-${process.pid}/`;
const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const BUILDS = [
  { folder: 'cjs', type: 'commonjs', config: 'tsconfig.json', extension: 'cjs' },
  { folder: 'esm', type: 'module', config: 'tsconfig.esm.json', extension: 'mjs' },
];
/** Written by hand for each format: where the worker script lies. */
const WORKER_FILE = 'drivers/worker-threads/worker-file';

function build({ folder, type, config, extension }) {
  const out = NEW + folder;
  const { status } = spawnSync(process.execPath, [TSC, '-p', LIB + config, '--outDir', out], {
    stdio: 'inherit',
  });
  if (status !== 0) return false;
  writeFileSync(`${out}/package.json`, `${JSON.stringify({ type })}\n`);
  cpSync(`${LIB}src/${WORKER_FILE}.${extension}`, `${out}/${WORKER_FILE}.js`);
  return true;
}

const isBuilt = BUILDS.every(build);
if (isBuilt) {
  for (const file of ['README.md', 'LICENSE']) cpSync(ROOT + file, LIB + file); // the package shows the same
  rmSync(`${LIB}dist`, { recursive: true, force: true });
  renameSync(NEW, `${LIB}dist`);
}
rmSync(NEW, { recursive: true, force: true });
process.exitCode = isBuilt ? 0 : 1;
