// Checks that what benchmarks and scripts import from the built package exists. Nothing else links them: most run by hand.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../scripts/ready/run.mjs';
import { Checks } from './lib/count.mjs';

const FILES = ['bench/**/*.mjs', 'scripts/**/*.mjs', 'examples/**/*.mjs'];
const PACKAGE = /^nestjs-web-extract(\/|$)|\/libs\/[\w-]+\/build\//;

const checks = new Checks();
const files = execFileSync('git', ['ls-files', ...FILES], { cwd: ROOT, encoding: 'utf8' })
  .trim()
  .split('\n');
for (const file of files) {
  const missing = importsOf(file).flatMap(({ from, names }) => missingOf(file, from, names));
  checks.add(`imports of ${file}`, missing.length === 0, missing.join(', '));
}
checks.close();

function importsOf(file) {
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest);
  return source.statements.filter(ts.isImportDeclaration).flatMap(({ moduleSpecifier, importClause }) => {
    const names = importClause?.namedBindings;
    if (!PACKAGE.test(moduleSpecifier.text) || !names || !ts.isNamedImports(names)) return [];
    return [{ from: moduleSpecifier.text, names: names.elements.map(({ propertyName, name }) => (propertyName ?? name).text) }]; // prettier-ignore
  });
}

function missingOf(file, from, names) {
  const require = createRequire(join(ROOT, file));
  const exported = require(from);
  return names.filter((name) => !(name in exported)).map((name) => `${name} of ${from}`);
}
