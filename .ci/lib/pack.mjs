import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { packageDocuments } from '../../scripts/package-documents.mjs';
import { ROOT } from '../../scripts/ready/run.mjs';

/** Packs the built library as it would be published. Returns the tarball's path and the files inside. */
export function packLibrary(folder) {
  packageDocuments(); // they may be newer than the build
  const args = ['pack', '--json', '--workspace', 'libs/web-extract', '--pack-destination', folder];
  const output = execFileSync('npm', args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const report = JSON.parse(output);
  const [{ filename, files }] = Array.isArray(report) ? report : Object.values(report);
  return { tarball: join(folder, filename), files: files.map(({ path }) => path) };
}
