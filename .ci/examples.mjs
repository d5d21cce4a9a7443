// Installs the packed library into the examples, all with one install, and runs each as its reader would, against a site of its own.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ensureBuilt } from '../scripts/ready/build.mjs';
import { findRedis, startRedis } from '../scripts/ready/redis.mjs';
import { ROOT } from '../scripts/ready/run.mjs';
import { Checks } from './lib/count.mjs';
import { install } from './lib/install.mjs';
import { packLibrary } from './lib/pack.mjs';
import { makeScratch } from './lib/scratch.mjs';

const SOURCES = join(ROOT, 'examples');

/** `type` where nothing is left of an import in the build, and the package it is from. */
const IMPORT = /^import (type )?[^;]*?from '((?:@[^/']+\/)?(?!node:)[^./'][^/']*)/gm;

/** Most lines of the sources of an example that is to be read at once. */
const MAX_LINES = new Map([['watch-and-sync', 120]]);

/** A test that has not ended by then waits for something that does not come. */
const LONGEST_TEST_MS = 600_000;
/** Its programs are stopped by then. */
const LONGEST_RUN_MS = 660_000;

await ensureBuilt();
const checks = new Checks();
const scratch = makeScratch();
cpSync(SOURCES, scratch, {
  recursive: true,
  filter: (path) => !/^(node_modules|dist|\.data)$/.test(basename(path)),
});
const names = readdirSync(SOURCES).filter((name) => existsSync(join(SOURCES, name, 'package.json')));
for (const name of names) checkImports(name);
for (const [name, most] of MAX_LINES) checkLines(name, most);
layOutWorkspace(packLibrary(scratch).tarball);
if (judge('install', () => install(scratch))) await runExamples();
checks.close();

async function runExamples() {
  const program = await findRedis();
  checks.add('finds a Redis', program !== null);
  if (program === null) return;
  const redis = await startRedis(program);
  for (const name of names) {
    const isBuilt = judge(`${name} builds`, () => node(name, '../node_modules/typescript/bin/tsc'));
    if (isBuilt)
      judge(`${name} runs`, () => node(name, '--test', `--test-timeout=${LONGEST_TEST_MS}`, 'test.mjs'));
  }
  await redis.stop();

  function node(name, ...args) {
    return spawnSync(process.execPath, args, {
      cwd: join(scratch, name),
      env: { ...process.env, REDIS_URL: redis.url },
      stdio: 'inherit',
      timeout: LONGEST_RUN_MS,
    });
  }
}

/** What its neighbours install is not there where an example is copied to. */
function checkImports(name) {
  const folder = join(SOURCES, name);
  const { dependencies, devDependencies } = readManifest(folder);
  const code = readdirSync(join(folder, 'src')).map((file) =>
    readFileSync(join(folder, 'src', file), 'utf8'),
  );
  const missing = code
    .flatMap((text) => [...text.matchAll(IMPORT)])
    .filter(([, type, found]) => !(found in dependencies) && !(type && `@types/${found}` in devDependencies))
    .map(([, , found]) => found);
  checks.add(`${name} asks for what it imports`, missing.length === 0, missing.join(', '));
}

function checkLines(name, most) {
  const folder = join(SOURCES, name, 'src');
  const lines = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8').trimEnd().split('\n'),
  );
  checks.add(`${name} has at most ${most} lines`, lines.length <= most, `it has ${lines.length}`);
}

function layOutWorkspace(tarball) {
  for (const name of names) {
    const manifest = readManifest(join(scratch, name));
    manifest.dependencies['nestjs-web-extract'] = `file:${tarball}`;
    writeManifest(join(scratch, name), manifest);
  }
  writeManifest(scratch, { name: 'examples', private: true, workspaces: names });
}

function judge(name, work) {
  console.log(`--- ${name}`);
  const { status, signal } = work();
  checks.add(name, status === 0, signal ? `ended by ${signal}, too late` : `exit code ${status}`);
  return status === 0;
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function writeManifest(folder, manifest) {
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
}
