// node bench/weight.mjs: disk space that each dependency of the packed library takes in an empty folder, alone and with the packages that
// only it brings. Prints a markdown table; the last column is the number of these packages.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LIBRARY = fileURLToPath(new URL('../libs/web-extract/', import.meta.url));
const BLOCK = 4096;

const folder = mkdtempSync(join(tmpdir(), 'weight-'));
try {
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  npm('pack', '--silent', '--pack-destination', folder, LIBRARY);
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  npm('install', '--silent', '--no-audit', '--no-fund', join(folder, tarball));
  print(readPackages(join(folder, 'node_modules')));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function npm(...args) {
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

function print(packages) {
  const own = packages.get('nestjs-web-extract');
  const direct = [...Object.keys(own.dependencies), ...own.requiredPeers].filter((name) =>
    packages.has(name),
  );
  const all = reach(packages, ['nestjs-web-extract']);
  const rows = direct.map((name) => {
    const without = reach(packages, ['nestjs-web-extract'], name);
    const only = [...all].filter((one) => !without.has(one));
    return {
      name,
      bytes: packages.get(name).bytes,
      brought: sum(only.map((one) => packages.get(one).bytes)),
      count: only.length,
    };
  });
  console.log(
    '| package | MB | MB with the packages that only it brings | packages |\n| --- | --- | --- | --- |',
  );
  console.log(`| nestjs-web-extract | ${mb(own.bytes)} | | |`);
  for (const { name, bytes, brought, count } of rows.sort((a, b) => b.brought - a.brought))
    console.log(`| ${name} | ${mb(bytes)} | ${mb(brought)} | ${count} |`);
  console.log(`| all | ${mb(sum([...packages.values()].map(({ bytes }) => bytes)))} | | ${packages.size} |`);
}

/** Names that are reachable from some packages, optionally without one of them. */
function reach(packages, from, without) {
  const found = new Set(from);
  for (const name of found)
    for (const next of packages.get(name)?.needs ?? [])
      if (next !== without && packages.has(next)) found.add(next);
  return found;
}

/** Installed packages by name; a package in two versions counts once, with both sizes. */
function readPackages(root, found = new Map()) {
  for (const name of readdirSync(root).filter((one) => !one.startsWith('.'))) {
    const path = join(root, name);
    if (name.startsWith('@')) {
      readPackages(path, found);
      continue;
    }
    const manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    const nested = join(path, 'node_modules');
    const bytes = sizeOf(path, nested) + (found.get(manifest.name)?.bytes ?? 0);
    found.set(manifest.name, { ...describe(manifest), bytes });
    if (existsSync(nested)) readPackages(nested, found);
  }
  return found;
}

function describe({
  dependencies = {},
  optionalDependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
}) {
  const requiredPeers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return {
    dependencies,
    requiredPeers,
    needs: [...Object.keys({ ...dependencies, ...optionalDependencies }), ...requiredPeers],
  };
}

/** Disk space in blocks of a common file system. */
function sizeOf(path, without) {
  if (path === without) return 0;
  const info = lstatSync(path);
  if (!info.isDirectory()) return Math.ceil(info.size / BLOCK) * BLOCK;
  return BLOCK + sum(readdirSync(path).map((name) => sizeOf(join(path, name), without)));
}

function sum(numbers) {
  return numbers.reduce((total, one) => total + one, 0);
}

function mb(bytes) {
  return (bytes / 1e6).toFixed(1);
}
