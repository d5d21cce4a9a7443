import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from './run.mjs';

/** Modules that jest maps to built files, see jest.config.cjs. */
const BUILT = /\/(?:asset-folder|import-module|worker-file)\.js$/;

/** Imports of a module: static, dynamic, and re-exports. */
const IMPORTS = /(?:from|import\(|import)\s*'([^']+)'/g;

/**
 * Lists the specs whose paths match one of the patterns, relative to the repository; all of them without a pattern.
 */
export function listSpecs(patterns) {
  const named = patterns.map((pattern) => new RegExp(pattern, 'i'));
  return ['libs', 'apps', 'test']
    .flatMap(walk)
    .filter(
      (path) => path.endsWith('spec.ts') && (named.length === 0 || named.some((one) => one.test(path))),
    );
}

/** Reports whether a spec runs built files: it is an end-to-end test, names the build, or imports a module that is mapped to it. */
export function needsBuild(spec, seen = new Set()) {
  if (!spec.startsWith('libs/')) return true;
  if (/\bdist\/|setup\/browser\.js/.test(readFileSync(join(ROOT, spec), 'utf8'))) return true;
  return reachesBuild(spec, seen);
}

function reachesBuild(path, seen) {
  if (seen.has(path)) return false;
  seen.add(path);
  const text = readFileSync(join(ROOT, path), 'utf8').replace(/^(?:import|export) type [^;]*;/gm, '');
  return [...text.matchAll(IMPORTS)].some(([, name]) => {
    if (BUILT.test(name) || name.startsWith('nestjs-web-extract')) return true;
    const target = sourceOf(path, name);
    return target !== null && reachesBuild(target, seen);
  });
}

/** Imports from the package whose sources are in the workspace. */
const DOCUMENTS = /^@web-extract\/documents\//;

/** The source file that an import names; null for other packages and for files that are not TypeScript. */
function sourceOf(importer, name) {
  if (!name.startsWith('.') && !DOCUMENTS.test(name)) return null;
  const target = DOCUMENTS.test(name)
    ? name.replace(DOCUMENTS, 'libs/documents/src/')
    : join(dirname(importer), name);
  const path = relative(ROOT, join(ROOT, target.replace(/\.js$/, '.ts')));
  return path.endsWith('.ts') && existsSync(join(ROOT, path)) ? path : null;
}

function walk(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (/^(?:node_modules|dist|build)$/.test(entry.name)) return [];
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? walk(path) : [path];
  });
}
