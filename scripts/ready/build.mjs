import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { giveUp, npm, ROOT } from './run.mjs';
import { step } from './step.mjs';

/** What the two builds are made from. */
const SOURCES = [
  'tsconfig.json',
  'package-lock.json',
  'scripts/build-lib.mjs',
  'scripts/build-demo.mjs',
  'scripts/build-playground.mjs',
  'scripts/bundle-lib.mjs',
  'scripts/bundle-types.mjs',
  'scripts/package-documents.mjs',
  'libs/documents/package.json',
  'libs/documents/src',
  'libs/documents/tsconfig.json',
  'libs/web-extract/package.json',
  'libs/web-extract/playground',
  'libs/web-extract/src',
  'libs/web-extract/tsconfig.json',
  'apps/demo/package.json',
  'apps/demo/src',
  'apps/demo/tsconfig.json',
];

/** What must be there afterwards. */
const OUTPUTS = [
  'libs/web-extract/dist/cjs/index.js',
  'libs/web-extract/dist/esm/index.js',
  'libs/web-extract/dist/playground/index.html',
  'apps/demo/dist/main.js',
  'libs/web-extract/dist/program/cli/main.js',
];

const STAMP = join(ROOT, 'node_modules/.cache/web-extract/build.json');

/** Builds the library and the demo, unless they were built from these very sources. */
export async function ensureBuilt() {
  const stamp = describeBuild();
  if (stamp && stamp === readStamp()) return;
  for (const [at, name] of ['lib', 'demo'].entries()) {
    const build = () => npm('run', '--silent', `build:${name}`);
    if ((await step(`Building (${at + 1} of 2)`, build)) !== 0) giveUp('The build failed.');
  }
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, describeBuild() ?? giveUp(`The build did not write ${OUTPUTS.join(', ')}.`));
}

/** Contents of the sources and times of the outputs: a removed file counts, a mere `touch` or checkout does not. */
function describeBuild() {
  try {
    const builtAt = OUTPUTS.map((path) => statSync(join(ROOT, path)).mtimeMs);
    return JSON.stringify({ sources: hashSources(), builtAt });
  } catch {
    return null; // An output is missing.
  }
}

function hashSources() {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap(listFiles))
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(ROOT, path)));
  return hash.digest('hex');
}

function listFiles(path) {
  if (!statSync(join(ROOT, path)).isDirectory()) return [path];
  const names = readdirSync(join(ROOT, path)).sort();
  return names.flatMap((name) => listFiles(`${path}/${name}`));
}

function readStamp() {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return null; // Never built here.
  }
}
