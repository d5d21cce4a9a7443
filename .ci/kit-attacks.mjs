// Runs the attacks kit against the built demo. Usage: kit-attacks.mjs KIT_FOLDER
//
// What it measures depends on who else works on the machine: checks that failed are tried once more, alone.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from '../scripts/ready/build.mjs';
import { ROOT } from '../scripts/ready/run.mjs';
import { Checks, readCount } from './lib/count.mjs';

const GROUPS = [
  'schemas',
  'selectors',
  'patterns',
  'output',
  'secrets',
  'requests',
  'memory',
  'slow',
  'webhooks',
  'model',
  'store',
];

await ensureBuilt();
const checks = new Checks();
for (const group of GROUPS) {
  const first = attack(group);
  const count = isFine(first) ? first : attack(group);
  checks.add(
    group,
    isFine(count),
    count === null ? 'no count' : `${count.failed} of its checks failed twice`,
  );
  if (count) checks.passed += count.passed;
}
checks.close();

function isFine(count) {
  return count !== null && count.failed === 0 && count.passed > 0;
}

function attack(group) {
  const args = [join(process.argv[2], 'run.mjs'), '--dir', ROOT, '--only', group];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 12 * 60_000 });
  process.stdout.write(stdout ?? '');
  return readCount(stdout ?? '');
}
