// Runs the steps below, or those whose names contain one of the arguments, and adds up what they count. Steps that judge by
// time against an idle machine run by name only. Steps in lanes run side by side with those in the other lane: they judge nothing by
// time or memory. Tests have time limits: the steps beside them are patient.
//
// A step whose inputs have not changed since it last passed here is not run again; `--all` runs it. A fresh clone runs every step.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../scripts/ready/run.mjs';
import { PassedSteps } from './lib/passed-steps.mjs';
import { makeScratch } from './lib/scratch.mjs';
import { runSteps } from './lib/steps.mjs';

/** Cases and pages for measuring that are not part of the project; where they are missing, their steps are left out. */
const SHARED = join(ROOT, '../shared');

/** Files that the package, the demo and their builds are made of. */
const SOURCES = ['libs/**', 'apps/**', 'scripts/**', 'package.json', 'package-lock.json', 'tsconfig.json'];
/** Files that tests read. */
const TESTED = [...SOURCES, 'test/**', 'docs/**', 'examples/**', 'bench/**', 'deploy/**', '.ci/**', '*'];
const MANIFESTS = ['package.json', 'package-lock.json', 'libs/**', 'apps/demo/package.json', 'test/**'];

const node = process.execPath;
const JEST = ['node_modules/jest/bin/jest.js'];
const steps = [
  { name: 'install', command: [node, '.ci/install.mjs'], vital: true },
  { name: 'lock file', inputs: MANIFESTS, command: [node, '.ci/lock-file.mjs'] },
  { name: 'licences', inputs: MANIFESTS, command: [node, '.ci/licences.mjs'] },
  {
    name: 'deployment',
    inputs: [
      'deploy/**',
      'docker-compose.yml',
      'docker-compose.postgres.yml',
      'Dockerfile',
      '.env.example',
      ...SOURCES,
    ],
    command: [node, '.ci/deployment.mjs'],
  },
  { name: 'wording', inputs: TESTED, command: [node, '.ci/wording.mjs'] },
  { name: 'lint', inputs: TESTED, lane: 'one', command: ['npm', 'run', '--silent', 'lint'] },
  { name: 'build', lane: 'one', command: [node, '.ci/build.mjs'] },
  {
    name: 'types',
    inputs: [...SOURCES, 'test/**', 'tsconfig.check.json'],
    lane: 'other',
    command: ['npm', 'run', '--silent', 'typecheck'],
  },
  { name: 'machinery', lane: 'other', command: [node, '.ci/machinery.mjs'] },
  // in no lane: what follows waits for the build
  { name: 'openapi', inputs: [...SOURCES, 'docs/**'], command: [node, 'scripts/openapi.mjs', '--check'] },
  // a slow machine takes three times as long as a fast one
  { name: 'test', inputs: TESTED, lane: 'tests', minutes: 70, command: ['npm', 'test', '--silent'] },
  {
    name: 'without programs',
    inputs: TESTED,
    lane: 'tests',
    command: [node, ...JEST, '--forceExit', 'page-loop'],
    env: { PATH: '' },
  },
  {
    name: 'openapi lint',
    inputs: ['docs/**', 'package-lock.json'],
    lane: 'hosts',
    isPatient: true,
    command: [node, '.ci/openapi-lint.mjs'],
  },
  { name: 'imports', inputs: SOURCES, lane: 'hosts', isPatient: true, command: [node, '.ci/imports.mjs'] },
  {
    name: 'package',
    inputs: [...SOURCES, 'README.md', 'LICENSE', 'docs/**', 'examples/**'],
    lane: 'hosts',
    isPatient: true,
    command: [node, '.ci/package.mjs'],
  },
  {
    name: 'snippets',
    inputs: [...SOURCES, 'docs/**', 'README.md'],
    lane: 'hosts',
    isPatient: true,
    command: [node, '.ci/snippets.mjs'],
  },
  {
    name: 'readme',
    inputs: [...SOURCES, 'README.md'],
    lane: 'hosts',
    isPatient: true,
    command: [node, '.ci/readme.mjs'],
  },
  {
    name: 'readme in a clone',
    inputs: TESTED,
    lane: 'hosts',
    isPatient: true,
    command: [node, '.ci/readme-clone.mjs'],
  },
  {
    name: 'examples',
    inputs: [...SOURCES, 'examples/**'],
    lane: 'hosts',
    isPatient: true,
    command: [node, '.ci/examples.mjs'],
  },
  {
    name: 'hosts',
    inputs: [...SOURCES, 'test/**'],
    lane: 'hosts',
    isPatient: true,
    command: [node, '.ci/hosts.mjs'],
  },
  {
    name: 'forbidden addresses',
    inputs: SOURCES,
    lane: 'hosts',
    isPatient: true,
    command: [node, '.ci/kit-ssrf.mjs', join(SHARED, 'kit')],
    needs: join(SHARED, 'kit'),
  },
  {
    name: 'fuzzing',
    inputs: [...SOURCES, 'bench/**'],
    lane: 'hosts',
    isPatient: true,
    command: [node, 'bench/fuzz.mjs', '--seed', '1', '--seconds', '30'],
  },
  {
    name: 'markdown of any tree',
    inputs: SOURCES,
    lane: 'hosts',
    isPatient: true,
    command: ['npm', 'run', '--silent', 'jest', '--', 'markdown-property'],
    env: { WEB_EXTRACT_TREES: '30000' },
  },
  {
    name: 'quality floor',
    inputs: SOURCES,
    lane: 'hosts',
    isPatient: true,
    command: [node, '.ci/quality-floor.mjs', join(SHARED, 'bench/quality')],
    needs: join(SHARED, 'bench/quality'),
  },
  {
    name: 'hostile pages',
    inputs: SOURCES,
    command: [node, '.ci/kit-hostile.mjs', join(SHARED, 'kit')],
    needs: join(SHARED, 'kit'),
  },
  {
    name: 'hostile crawls',
    inputs: SOURCES,
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
process.env.TEST_DAY ??= new Date().toISOString().slice(0, 10); // decides about platforms, see test/support/platforms.ts
const { TEST_DAY, PLATFORM = TEST_DAY } = process.env;
const wanted = process.argv.slice(2).filter((argument) => argument !== '--all');
const isAll = process.argv.includes('--all') || wanted.length > 0;
const chosen = steps
  .filter((step) => !step.needs || existsSync(step.needs))
  .filter((step) => (wanted.length === 0 ? !step.byName : wanted.some((word) => step.name.includes(word))))
  .map((step) => (step.name === 'test' ? { ...step, variant: PLATFORM } : step));
const { passed, failed } = await runSteps(chosen, isAll ? null : new PassedSteps());
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
