import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { giveUp, npm, ROOT } from './run.mjs';
import { step } from './step.mjs';

const LOCK = join(ROOT, 'package-lock.json');
const DEPENDENCY_FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/** What builds and runs the demo; the tests and checks are a workspace of their own. */
const DEMO = [
  '-w',
  'libs/documents',
  '-w',
  'libs/web-extract',
  '-w',
  'apps/demo',
  '--include-workspace-root',
];

/** The lock file by which the packages of the demo were installed. It goes with the packages. */
const STAMP = join(ROOT, 'node_modules/.cache/web-extract/installed.json');

/** Installs the packages of the lock file, unless exactly those are there already. */
export async function ensureInstalled() {
  if (!isInstalled()) await install([]);
}

/** The same with those alone that the demo needs. */
export async function ensureDemoInstalled() {
  if (isInstalled() || readText(STAMP) === readText(LOCK)) return;
  await install(DEMO);
  mkdirSync(dirname(STAMP), { recursive: true });
  copyFileSync(LOCK, STAMP);
}

async function install(workspaces) {
  const install = () => npm('ci', ...workspaces, '--no-audit', '--no-fund');
  if ((await step('Installing packages', install)) === 0) return;
  // A registry that lacks other platforms' optional packages makes `npm ci` refuse a good lock file; this does not.
  console.log('npm ci did not succeed; trying npm install …');
  if ((await npm('install', ...workspaces, '--no-save', '--no-audit', '--no-fund')) !== 0)
    giveUp('The packages could not be installed.');
}

/** Whether node_modules holds what package-lock.json names, and the lock file speaks of these package.json files. */
export function isInstalled() {
  const locked = readPackages('package-lock.json');
  const present = readPackages('node_modules/.package-lock.json');
  if (!locked || !present) return false;
  return Object.entries(locked).every(([path, entry]) =>
    path.includes('node_modules/') ? isPresent(present[path], entry) : isUnchanged(path, entry),
  );
}

/** Optional packages of other platforms are never there. */
function isPresent(present, locked) {
  return present ? present.version === locked.version : Boolean(locked.optional || locked.devOptional);
}

function isUnchanged(folder, entry) {
  const manifest = readJson(join(folder, 'package.json')) ?? {};
  return DEPENDENCY_FIELDS.every((field) => sameFields(manifest[field], entry[field]));
}

function sameFields(left = {}, right = {}) {
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) => left[name] === right[name]);
}

function readPackages(path) {
  return readJson(path)?.packages ?? null;
}

/** Null when the file is missing or not JSON: both mean "install". */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
  } catch {
    return null;
  }
}

/** Undefined when the file is missing. */
function readText(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
