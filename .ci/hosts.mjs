// Installs the packed library into fresh hosts and lets each use it: built and run on both platforms, and under its own jest.
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from '../scripts/ready/build.mjs';
import { ROOT } from '../scripts/ready/run.mjs';
import { Checks } from './lib/count.mjs';
import { install } from './lib/install.mjs';
import { packLibrary } from './lib/pack.mjs';
import { makeScratch } from './lib/scratch.mjs';

const SOURCES = join(ROOT, 'test/hosts');

/** How each host starts its jest: a CommonJS one without any flag of Node, an ES module one as jest demands on Node 20. */
const JEST_FLAGS = {
  nest11: [],
  nest12: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
};

/** Applications that a bundler puts together; the compiler options of the host otherwise. */
const FOR_BUNDLERS = ['--module', 'esnext', '--moduleResolution', 'bundler', '--outDir', 'bundler'];

/** Of a test that hangs: others work on the same processors. */
const PATIENCE = ['--testTimeout=300000'];

/** A host that has not ended by then holds something open. */
const LONGEST_RUN_MS = 900_000;

await ensureBuilt();
const checks = new Checks();
const scratch = makeScratch();
const { tarball } = packLibrary(scratch);
const hosts = process.argv.slice(2);
for (const host of hosts.length > 0 ? hosts : Object.keys(JEST_FLAGS)) checkHost(host);
checks.close();

function checkHost(host) {
  const folder = layOut(host);
  const check = (name, work) => judge(`${host} ${name}`, work);
  const node = (name, ...args) => check(name, () => runNode(folder, args));
  if (!check('installs the tarball', () => install(folder, tarball))) return;
  if (!node('type-checks and builds', 'node_modules/typescript/bin/tsc')) return;
  node('type-checks for a bundler', 'node_modules/typescript/bin/tsc', ...FOR_BUNDLERS);
  node('on Express', 'dist/main.js', 'express');
  node('on Fastify', 'dist/main.js', 'fastify');
  node('import and require give one instance', 'one-instance.mjs');
  node('under its own jest', ...JEST_FLAGS[host], 'node_modules/jest/bin/jest.js', ...PATIENCE);
}

function layOut(host) {
  const folder = join(scratch, host);
  cpSync(join(SOURCES, host), folder, { recursive: true });
  cpSync(join(SOURCES, 'src'), join(folder, 'src'), { recursive: true });
  cpSync(join(SOURCES, 'one-instance.mjs'), join(folder, 'one-instance.mjs'));
  return folder;
}

function judge(name, work) {
  console.log(`--- ${name}`);
  const { status, signal } = work();
  checks.add(name, status === 0, signal ? `ended by ${signal}, too late` : `exit code ${status}`);
  return status === 0;
}

function runNode(folder, args) {
  return spawnSync(process.execPath, args, { cwd: folder, stdio: 'inherit', timeout: LONGEST_RUN_MS });
}
