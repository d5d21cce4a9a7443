// Checks every package that a host gets by installing the library: permissive licence, no install script that downloads.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../scripts/ready/run.mjs';
import { Checks } from './lib/count.mjs';

const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
]);

/** Licences that a manifest does not state in a readable way; read from the package's licence file. */
const READ_BY_HAND = { 'map-stream@0.1.0': 'MIT' };

/** Takes the binary out of a package for the platform, else compiles: nothing is downloaded outside the registry. */
const HARMLESS_SCRIPT = 'node-gyp-build-optional-packages';

const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall'];

/** Optional peers that hosts have for reasons of their own, or not at all: what these bring along is not ours to choose. */
const OF_HOSTS = new Set(['@nestjs/swagger']);

const checks = new Checks();
const packages = collect(join(ROOT, 'libs/web-extract'), new Map());
const bad = [...packages.values()].filter(({ license }) => !isPermissive(license));
const scripted = [...packages.values()].filter(hasInstallScript);
checks.add('licences', bad.length === 0, bad.map((entry) => `${nameOf(entry)} ${entry.license}`).join(', '));
checks.add('install scripts', scripted.length === 0, scripted.map(nameOf).join(', '));
console.log(`${packages.size} packages`);
checks.close();

function hasInstallScript({ scripts }) {
  return INSTALL_SCRIPTS.some((key) => scripts?.[key] && scripts[key] !== HARMLESS_SCRIPT);
}

/** Walks dependencies, optional ones and peers as a host would get them. */
function collect(folder, found) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (found.has(folder)) return found;
  found.set(folder, { ...manifest, license: licenceOf(manifest) });
  const names = Object.keys({
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.peerDependencies,
  });
  for (const name of names.filter((one) => !OF_HOSTS.has(one))) {
    const next = locate(folder, name);
    if (next) collect(next, found);
    else if (!isOptional(manifest, name)) checks.add(`${manifest.name} → ${name}`, false, 'not installed');
  }
  return found;
}

function isOptional(manifest, name) {
  return Boolean(manifest.optionalDependencies?.[name] || manifest.peerDependenciesMeta?.[name]?.optional);
}

function locate(folder, name) {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, 'node_modules', name);
    if (existsSync(join(path, 'package.json'))) return path;
    if (at === dirname(at)) return null;
  }
}

function nameOf({ name, version }) {
  return `${name}@${version}`;
}

function licenceOf({ license, licenses, ...entry }) {
  const known = READ_BY_HAND[nameOf(entry)];
  const stated = [known ?? license ?? licenses ?? []].flat().map((licence) => licence.type ?? licence);
  return stated.join(' OR ') || 'unknown';
}

/** Reads an SPDX expression: of a choice one must be permissive, of a conjunction all. */
function isPermissive(expression) {
  const choices = expression.replace(/[()]/g, '').split(/ OR /i);
  return choices.some((choice) => choice.split(/ AND /i).every((licence) => PERMISSIVE.has(licence.trim())));
}
