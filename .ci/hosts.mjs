// Installs the packed library into fresh hosts and lets each use it: built and run on both platforms, and under its own jest.
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from '../scripts/ready/build.mjs';
import { ROOT } from '../scripts/ready/run.mjs';
import { Checks } from './lib/count.mjs';
import { packLibrary } from './lib/pack.mjs';
import { makeScratch } from './lib/scratch.mjs';

const SOURCES = join(ROOT, 'test/hosts');

/** How each host starts its jest: a CommonJS one without any flag, an ES module one as jest demands on Node 20. */
const JEST_FLAGS = {
  nest11: [],
  nest12: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
};

const INSTALL = ['install', '--no-audit', '--no-fund', '--no-package-lock'];

/** A host that has not ended by then holds something open. */
const LONGEST_RUN_MS = 60_000;
const LONGEST_INSTALL_MS = 300_000;

await ensureBuilt();
const checks = new Checks();
const scratch = makeScratch();
const { tarball } = packLibrary(scratch);
const hosts = process.argv.slice(2);
for (const host of hosts.length > 0 ? hosts : Object.keys(JEST_FLAGS)) checkHost(host);
checks.close();

function checkHost(host) {
  const folder = layOut(host);
  const installs = check(
    host,
    folder,
    'installs the tarball',
    'npm',
    [...INSTALL, tarball],
    LONGEST_INSTALL_MS,
  );
  if (!installs) return;
  const node = (name, ...args) => check(host, folder, name, process.execPath, args);
  if (!node('type-checks and builds', 'node_modules/typescript/bin/tsc')) return;
  node('on Express', 'dist/main.js', 'express');
  node('on Fastify', 'dist/main.js', 'fastify');
  node('import and require give one instance', 'one-instance.mjs');
  node('under its own jest', ...JEST_FLAGS[host], 'node_modules/jest/bin/jest.js');
}

function layOut(host) {
  const folder = join(scratch, host);
  cpSync(join(SOURCES, host), folder, { recursive: true });
  cpSync(join(SOURCES, 'src'), join(folder, 'src'), { recursive: true });
  cpSync(join(SOURCES, 'one-instance.mjs'), join(folder, 'one-instance.mjs'));
  return folder;
}

function check(host, folder, name, program, args, timeout = LONGEST_RUN_MS) {
  console.log(`--- ${host} ${name}`);
  const { status, signal } = spawnSync(program, args, { cwd: folder, stdio: 'inherit', timeout });
  checks.add(
    `${host} ${name}`,
    status === 0,
    signal ? `ended by ${signal} after ${timeout} ms` : `exit code ${status}`,
  );
  return status === 0;
}
