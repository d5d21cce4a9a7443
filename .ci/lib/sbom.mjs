import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Packages without a readable licence field: docs/decisions/licences.md. */
const RECORDED = new Set(['map-stream@0.1.0', 'pause-stream@0.0.11']);

/**
 * Writes the software bill of materials (CycloneDX 1.5) of a folder in which the package is installed.
 * @returns `components`, the number of packages, and `unlicensed`, those without a licence field or a record
 * @throws Error if npm writes none
 */
export function writeSbom(folder, path) {
  nameByVersion(folder);
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'library'];
  const { stdout, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 });
  const start = stdout.indexOf('{');
  if (start < 0) throw new Error(stderr || 'npm sbom printed nothing');
  const sbom = JSON.parse(stdout.slice(start));
  writeFileSync(path, `${JSON.stringify(sbom, null, 2)}\n`);
  const unlicensed = sbom.components
    .filter(({ licenses = [] }) => licenses.length === 0)
    .map(({ name, version }) => `${name}@${version}`)
    .filter((name) => !RECORDED.has(name));
  return { components: sbom.components.length, unlicensed };
}

/** npm rejects a dependency that was installed from a file outside of the folder. */
function nameByVersion(folder) {
  const read = (path) => JSON.parse(readFileSync(join(folder, path), 'utf8'));
  const manifest = read('package.json');
  for (const name of Object.keys(manifest.dependencies))
    manifest.dependencies[name] = read(`node_modules/${name}/package.json`).version;
  const named = { name: 'host', version: '0.0.0', ...manifest };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(named));
}
