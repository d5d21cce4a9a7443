// Builds the library and the readers of documents: compiled to their `build` folders, which benchmarks reach into, and from there to
// `dist`, which is published; and the page of the playground. A build that fails leaves the last good one where it is.
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildPlayground } from './build-playground.mjs';
import { bundleLibrary } from './bundle-lib.mjs';
import { stampConverter } from './stamp-converter.mjs';
import { packageDocuments } from './package-documents.mjs';

const LIB = fileURLToPath(new URL('../libs/web-extract/', import.meta.url));
const DOCUMENTS = fileURLToPath(new URL('../libs/documents/', import.meta.url));
const NEW = `${LIB}node_modules/.build-${process.pid}/`;
const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc');

const compile = (folder, ...options) =>
  spawnSync(process.execPath, [TSC, '-p', folder, ...options], { stdio: 'inherit' }).status === 0;

try {
  if (!compile(DOCUMENTS)) throw new Error('The readers of documents do not compile');
  if (!compile(LIB, '--outDir', `${NEW}build`)) throw new Error('The library does not compile');
  stampConverter(
    `${NEW}build`,
    `${DOCUMENTS}build`,
    JSON.parse(readFileSync(`${LIB}package.json`, 'utf8')).dependencies,
  );
  await bundleLibrary(`${NEW}build`, `${NEW}dist`);
  if (!(await buildPlayground(`${NEW}dist/playground`))) throw new Error('The playground does not build');
  packageDocuments();
  for (const folder of ['build', 'dist']) {
    if (existsSync(LIB + folder)) renameSync(LIB + folder, `${NEW}old-${folder}`);
    renameSync(NEW + folder, LIB + folder);
  }
} finally {
  rmSync(NEW, { recursive: true, force: true });
}
