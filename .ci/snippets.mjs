// Compiles every TypeScript block of the documents, as strictly as their readers may, against the packed library.
//
// Each block is a module with imports of its own: readers copy it as it stands.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from '../scripts/ready/build.mjs';
import { ROOT } from '../scripts/ready/run.mjs';
import { Checks } from './lib/count.mjs';
import { install } from './lib/install.mjs';
import { packLibrary } from './lib/pack.mjs';
import { makeScratch } from './lib/scratch.mjs';

/** Imports of the blocks other than the library, in the versions of the workspace. */
const PACKAGES = [
  '@bull-board/api',
  '@bull-board/express',
  '@nestjs/bull',
  '@nestjs/common',
  '@nestjs/config',
  '@nestjs/core',
  '@nestjs/platform-express',
  '@nestjs/platform-fastify',
  '@nestjs/swagger',
  '@nestjs/testing',
  '@nestjs/terminus',
  '@types/express',
  '@types/node',
  'bull',
  'bullmq',
  '@types/pg',
  'pg',
  'class-validator-jsonschema',
  'ioredis',
  'prom-client',
  'reflect-metadata',
  'rxjs',
  'typescript',
];

/** Imports of docs/recipes, in the versions that the tests run. */
const RECIPE_PACKAGES = JSON.parse(
  readFileSync(join(ROOT, 'test/clients/recipes/package.json'), 'utf8'),
).dependencies;

const COMPILER_OPTIONS = {
  target: 'ES2022',
  module: 'nodenext',
  moduleResolution: 'nodenext',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  skipLibCheck: true,
  types: ['node'],
  noEmit: true,
};

await ensureBuilt();
const checks = new Checks();
const scratch = makeScratch();
const blocks = documents().flatMap(readBlocks);
layOut(blocks);
const installed = install(scratch, packLibrary(scratch).tarball).status === 0;
checks.add('installs the tarball', installed);
if (installed) compile();
checks.close();

function documents() {
  const of = (folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`);
  return ['README.md', ...of('docs'), ...of('docs/recipes')];
}

/** The blocks of a document, each under a file name that says where it stands. */
function readBlocks(path) {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const found = text.matchAll(/^( *)```(?:ts|typescript)\b(?! signature)[^\n]*\n(.*?)^\1```/gms);
  return [...found].map((match) => {
    const line = text.slice(0, match.index).split('\n').length + 1;
    return { file: `${path.replace(/\W+/g, '-')}-${line}.ts`, place: `${path}:${line}`, code: match[2] };
  });
}

function layOut(all) {
  const own = Object.fromEntries(PACKAGES.map((name) => [name, versionOf(name)]));
  const dependencies = { ...RECIPE_PACKAGES, ...own };
  writeJson('package.json', { name: 'snippets', private: true, type: 'module', dependencies });
  writeJson('tsconfig.json', { compilerOptions: COMPILER_OPTIONS, include: ['*.ts'] });
  for (const { file, code } of all) writeFileSync(join(scratch, file), code);
}

/** Each block counts; what the compiler says of it names the place in the document. */
function compile() {
  const args = ['node_modules/typescript/bin/tsc', '--pretty', 'false'];
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: scratch, encoding: 'utf8' });
  let faults = 0;
  for (const { file, place } of blocks) {
    const lines = stdout.split('\n').filter((line) => line.startsWith(`${file}(`));
    faults += lines.length;
    checks.add(place, lines.length === 0, lines.join('\n'));
  }
  if (status !== 0 && faults === 0) checks.add('compiles', false, stdout);
}

function versionOf(name) {
  return JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')).version;
}

function writeJson(name, value) {
  writeFileSync(join(scratch, name), JSON.stringify(value, null, 2));
}
