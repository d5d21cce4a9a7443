// Checks that package-lock.json names every platform's optional packages, so that `npm ci` works everywhere; --fix adds them.
//
// npm leaves out of a new lock file what the registry it spoke to does not have, and `npm ci` then refuses that file. An entry
// needs no checksum: version, operating system and processor are enough for npm to fetch it on the platform it is meant for.
import { readFileSync, writeFileSync } from 'node:fs';
import { ROOT } from '../scripts/ready/run.mjs';

const PATH = `${ROOT}package-lock.json`;
const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const PROCESSORS = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

const lock = JSON.parse(readFileSync(PATH, 'utf8'));
const missing = Object.entries(lock.packages).flatMap(([path, entry]) => missingOf(path, entry));
for (const { path, entry } of missing) console.log(`missing: ${path}@${entry.version}`);

if (process.argv.includes('--fix') && missing.length > 0) {
  const added = Object.fromEntries(missing.map(({ path, entry }) => [path, entry]));
  lock.packages = sortKeys({ ...lock.packages, ...added });
  writeFileSync(PATH, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${missing.length} added`);
} else {
  process.exitCode = missing.length > 0 ? 1 : 0;
}

function missingOf(parentPath, parent) {
  return Object.entries(parent.optionalDependencies ?? {})
    .filter(([name]) => !isLocked(parentPath, name))
    .map(([name, range]) => ({ path: `node_modules/${name}`, entry: entryFor(name, range, parent) }));
}

/** Walks up as Node does: a/node_modules/b finds c in a/node_modules/b/node_modules, a/node_modules and node_modules. */
function isLocked(from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true;
    if (!folder) return false;
  }
}

function entryFor(name, range, parent) {
  const words = name.split(/[/.-]/);
  return {
    version: range.replace(/^[~^]/, ''),
    cpu: pick(words, PROCESSORS),
    ...(parent.dev ? { dev: true } : {}),
    license: parent.license,
    optional: true,
    os: pick(words, SYSTEMS),
    ...(parent.engines ? { engines: parent.engines } : {}),
  };
}

function pick(words, known) {
  return known.filter((word) => words.includes(word));
}

function sortKeys(object) {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => a.localeCompare(b, 'en')));
}
