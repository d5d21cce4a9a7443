// Runs the long checks below, or those whose names contain one of the arguments, one after another, and adds up what they count.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../scripts/ready/run.mjs';
import { runSteps } from './lib/steps.mjs';

const node = process.execPath;
const bench = (name, file, ...args) => ({ name, command: [node, `bench/${file}.mjs`, ...args] });
const onBoth = (name, file, ...args) =>
  ['lmdb', 'redis'].map((store) => bench(`${name} ${store}`, file, '--store', store, ...args));
const kit = (name, file, folder) => ({
  name,
  command: [node, `.ci/${file}.mjs`, join(ROOT, '../shared', folder)],
  needs: join(ROOT, '../shared', folder),
});

const steps = [
  { name: 'build', command: [node, '.ci/build.mjs'], vital: true },
  { name: 'tests on both platforms', command: ['npm', 'test', '--silent'], env: { PLATFORM: 'both' } },
  { name: 'node versions', command: [node, '.ci/node-versions.mjs'] },
  { name: 'postgres versions', command: [node, '.ci/postgres-versions.mjs'] },
  ...onBoth('soak', 'soak', '--minutes', '60'),
  bench('routes', 'route-leaks', '--requests', '1000'),
  { name: 'leaks', command: [node, '--expose-gc', 'bench/leaks.mjs'] },
  bench('kills of crawls', 'kill-crawl', '--kills', '50', '--ready', '120000'),
  ...onBoth('kills of monitors', 'kill-monitors', '--kills', '50'),
  ...onBoth('kills of syncs', 'kill-sync', '--kills', '50'),
  bench('kills of archives', 'archive-kills', '--kills', '50'),
  bench('freshness', 'freshness'),
  bench('giant crawl', 'giant-crawl'),
  bench('fuzzing', 'fuzz', '--seconds', '1800'),
  {
    name: 'markdown of any tree',
    command: ['npm', 'run', '--silent', 'jest', '--', 'markdown-property'],
    env: { WEB_EXTRACT_TREES: '60000', WEB_EXTRACT_SEED: String(Math.floor(Date.now() / 86_400_000)) },
  },
  kit('attacks', 'kit-attacks', 'kit/attacks'),
  kit('rendering', 'kit-render', 'kit/render'),
];

/** Of a step; the longest takes an hour when the machine is quiet. */
const MINUTES = 150;
const names = process.argv.slice(2);
const chosen = steps
  .filter(({ needs }) => !needs || existsSync(needs))
  .filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)));
const { passed, failed } = await runSteps(chosen.map((step) => ({ ...step, minutes: MINUTES })));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
