// Runs the steps below, or those whose names contain one of the arguments, and adds up what they count. Steps that judge by
// time against an idle machine run by name only. Steps in lanes run side by side with those in the other lane: they judge nothing by
// time or memory. Tests have time limits: the steps beside them are patient.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../scripts/ready/run.mjs';
import { makeScratch } from './lib/scratch.mjs';
import { runSteps } from './lib/steps.mjs';

/** Cases and pages for measuring that are not part of the project; where they are missing, their steps are left out. */
const SHARED = join(ROOT, '../shared');

const node = process.execPath;
const JEST = ['node_modules/jest/bin/jest.js'];
const steps = [
  { name: 'install', command: [node, '.ci/install.mjs'], vital: true },
  { name: 'lock file', command: [node, '.ci/lock-file.mjs'] },
  { name: 'licences', command: [node, '.ci/licences.mjs'] },
  { name: 'deployment', command: [node, '.ci/deployment.mjs'] },
  { name: 'wording', command: [node, '.ci/wording.mjs'] },
  { name: 'lint', lane: 'one', command: ['npm', 'run', '--silent', 'lint'] },
  { name: 'build', lane: 'one', command: [node, '.ci/build.mjs'] },
  { name: 'types', lane: 'other', command: ['npm', 'run', '--silent', 'typecheck'] },
  { name: 'machinery', lane: 'other', command: [node, '.ci/machinery.mjs'] },
  // in no lane: what follows waits for the build
  { name: 'openapi', command: [node, 'scripts/openapi.mjs', '--check'] },
  { name: 'test', lane: 'tests', command: ['npm', 'test', '--silent'] },
  {
    name: 'without programs',
    lane: 'tests',
    command: [node, ...JEST, '--forceExit', 'page-loop'],
    env: { PATH: '' },
  },
  { name: 'openapi lint', lane: 'hosts', isPatient: true, command: [node, '.ci/openapi-lint.mjs'] },
  { name: 'imports', lane: 'hosts', isPatient: true, command: [node, '.ci/imports.mjs'] },
  { name: 'package', lane: 'hosts', isPatient: true, command: [node, '.ci/package.mjs'] },
  { name: 'snippets', lane: 'hosts', isPatient: true, command: [node, '.ci/snippets.mjs'] },
  { name: 'readme', lane: 'hosts', isPatient: true, command: [node, '.ci/readme.mjs'] },
  { name: 'examples', lane: 'hosts', isPatient: true, command: [node, '.ci/examples.mjs'] },
  { name: 'hosts', lane: 'hosts', isPatient: true, command: [node, '.ci/hosts.mjs'] },
  { name: 'node versions', lane: 'hosts', isPatient: true, command: [node, '.ci/node-versions.mjs'] },
  {
    name: 'forbidden addresses',
    lane: 'hosts',
    isPatient: true,
    command: [node, '.ci/kit-ssrf.mjs', join(SHARED, 'kit')],
    needs: join(SHARED, 'kit'),
  },
  {
    name: 'killed crawls', // what is lost or doubled counts here; how fast it is ready again depends on who else works
    lane: 'hosts',
    isPatient: true,
    command: [
      node,
      'bench/kill-crawl.mjs',
      ...['--kills', '8', '--pages', '600', '--ready', '120000', '--seed', '1'],
    ],
  },
  {
    name: 'fuzzing',
    lane: 'hosts',
    isPatient: true,
    command: [node, 'bench/fuzz.mjs', '--seed', '1', '--seconds', '30'],
  },
  {
    name: 'quality floor',
    lane: 'hosts',
    isPatient: true,
    command: [node, '.ci/quality-floor.mjs', join(SHARED, 'bench/quality')],
    needs: join(SHARED, 'bench/quality'),
  },
  {
    name: 'hostile pages',
    command: [node, '.ci/kit-hostile.mjs', join(SHARED, 'kit')],
    needs: join(SHARED, 'kit'),
  },
  {
    name: 'hostile crawls',
    command: [node, '.ci/kit-crawl.mjs', join(SHARED, 'kit')],
    needs: join(SHARED, 'kit'),
  },
  {
    name: 'attacks',
    command: [node, '.ci/kit-attacks.mjs', join(SHARED, 'kit/attacks')],
    needs: join(SHARED, 'kit/attacks'),
    byName: true,
  },
  {
    name: 'rendering',
    command: [node, '.ci/kit-render.mjs', join(SHARED, 'kit/render')],
    needs: join(SHARED, 'kit/render'),
    byName: true,
  },
];

process.env.CI_PACKED = makeScratch(); // before the tests, which read what packing writes
const wanted = process.argv.slice(2);
const chosen = steps
  .filter((step) => !step.needs || existsSync(step.needs))
  .filter((step) => (wanted.length === 0 ? !step.byName : wanted.some((word) => step.name.includes(word))));
const { passed, failed } = await runSteps(chosen);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
