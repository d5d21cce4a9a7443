import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, ROOT } from './run.mjs';

const FOLDER = join(ROOT, 'test', 'clients');

/** Installs the published clients that the tests run, unless exactly those are there already. @returns whether they are there */
export async function ensureClients() {
  if (isInstalled()) return true;
  console.log('Installing the published clients …');
  return (await npm('ci', '--prefix', FOLDER, '--no-audit', '--no-fund', '--loglevel=error')) === 0;
}

function isInstalled() {
  const present = join(FOLDER, 'node_modules', '.package-lock.json');
  if (!existsSync(present)) return false;
  const there = JSON.parse(readFileSync(present, 'utf8')).packages;
  const locked = JSON.parse(readFileSync(join(FOLDER, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(
    ([path, { version, optional }]) => path === '' || there[path]?.version === version || optional,
  );
}
