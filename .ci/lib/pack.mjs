import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../../scripts/ready/run.mjs';

const LOCK = join(ROOT, 'node_modules/.cache/web-extract/pack.lock');
const LOCK_ENDS_MS = 300_000;
/** What a folder with a tarball holds besides. */
const PACKED = 'packed.json';

/**
 * Packs the built library as it would be published. Returns the tarball's path and the files inside.
 *
 * Steps of one run of `.ci/run` share the tarball in the folder that `CI_PACKED` names.
 */
export function packLibrary(folder) {
  const shared = process.env.CI_PACKED;
  lock();
  try {
    return (shared && readPacked(shared)) ?? pack(shared ?? folder);
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
}

/** Steps of both lanes pack, and each replaces the documents of the package: one after the other. */
function lock() {
  mkdirSync(dirname(LOCK), { recursive: true });
  for (;;) {
    try {
      return mkdirSync(LOCK);
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const since = statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > LOCK_ENDS_MS) rmSync(LOCK, { recursive: true, force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
}

function readPacked(folder) {
  const path = join(folder, PACKED);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

function pack(folder) {
  const args = [
    'pack',
    '--json',
    '--silent',
    '--workspace',
    'libs/web-extract',
    '--pack-destination',
    folder,
  ];
  const output = execFileSync('npm', args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const report = JSON.parse(output);
  const [{ filename, files }] = Array.isArray(report) ? report : Object.values(report);
  const packed = { tarball: join(folder, filename), files: files.map(({ path }) => path) };
  writeFileSync(join(folder, PACKED), JSON.stringify(packed));
  return packed;
}
