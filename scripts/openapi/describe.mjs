// Writes what the sources say of the HTTP API into described.generated.ts: types, doc comments, decorators.
import { createRequire } from 'node:module';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { ROOT } from '../ready/run.mjs';
import { BodySchemas } from './body-schemas.mjs';
import { RouteReader } from './routes.mjs';
import { TypeSchemas } from './type-schemas.mjs';

const LIB = join(ROOT, 'libs/web-extract');
const API = join(LIB, 'src/api');
const BUILT = join(LIB, 'build');
export const GENERATED = join(API, 'openapi/described.generated.ts');

/** Names of hosts' own classes stand beside ours. */
const PREFIX = 'WebExtract';
const refTo = (name) => `#/components/schemas/${PREFIX}${name}`;

const HEAD = `// Made by \`npm run openapi\` from types, doc comments and decorators. Not to be edited.
import type { DescribedRoute, SchemaTable } from './described-route.js';

`;

/** @returns the text of the file as it has to be */
export function describeApi() {
  const program = createProgram();
  const checker = program.getTypeChecker();
  const files = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(API));
  const isOwn = (symbol) =>
    symbol.declarations?.some((one) => one.getSourceFile().fileName.startsWith(join(LIB, 'src')));
  const types = new TypeSchemas(checker, { isOwn, refTo });
  const classes = files.flatMap((file) => file.statements.filter(ts.isClassDeclaration));
  const reader = new RouteReader(checker, types);
  const routes = classes
    .filter(
      (one) =>
        /V\d$/.test(one.name?.text.replace(/Controller$/, '') ?? '') ||
        /^(V\d|Reader)Controller$/.test(one.name?.text ?? ''),
    )
    .filter((one) => one.name.text.endsWith('Controller'))
    .flatMap((one) => reader.routesOf(one));
  types.schemaOf(typeNamed(files, checker, 'ErrorBody'));
  const bodies = readBodies(routes, classDocs(classes, types, checker));
  const schemas = { ...types.schemas, ...bodies };
  return (
    HEAD +
    table('ROUTES', 'Readonly<Record<string, DescribedRoute>>', Object.fromEntries(routes)) +
    '\n' +
    table('SCHEMAS', 'SchemaTable', schemas)
  );
}

function createProgram() {
  const path = join(LIB, 'tsconfig.json');
  const config = ts.getParsedCommandLineOfConfigFile(
    path,
    { noEmit: true },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} },
  );
  const controllers = config.fileNames.filter((name) =>
    /\/api\/mounting\/mounted-controllers\.ts$/.test(name),
  );
  return ts.createProgram(controllers, config.options);
}

function typeNamed(files, checker, name) {
  for (const file of files) {
    const found = file.statements.find((one) => ts.isInterfaceDeclaration(one) && one.name.text === name);
    if (found) return checker.getTypeAtLocation(found.name);
  }
  throw new Error(`There is no type ${name}`);
}

/** Doc comments of a class and of its fields, inherited ones too. */
function classDocs(classes, types, checker) {
  return (name) => {
    const found = classes.find((one) => one.name?.text === name);
    if (!found) throw new Error(`There is no class ${name}`);
    const type = checker.getTypeAtLocation(found);
    const fields = checker.getPropertiesOfType(type).map((field) => [field.name, types.docOf(field)]);
    return { own: types.docOf(type.symbol), ofFields: Object.fromEntries(fields) };
  };
}

/** The rules are asked of the built classes. */
function readBodies(routes, docs) {
  const load = createRequire(pathToFileURL(join(BUILT, 'index.js')));
  load('./api/bodies/body-checks.js').loadBodyChecks();
  const { nestedClass } = load('./api/bodies/validators.js');
  const { originOf } = load('./api/bodies/composed.js');
  const storage = load('class-validator').getMetadataStorage();
  const bodies = new BodySchemas({ storage, nestedClass, originOf, docs, refTo });
  const built = builtClasses(load);
  for (const [, { body }] of routes) if (body !== undefined) bodies.refOf(built.get(body));
  return bodies.schemas;
}

function builtClasses(load) {
  const folders = ['v0/dto', 'v1/dto', 'v2/dto', 'fields'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(BUILT, 'api', folder))
      .filter((name) => name.endsWith('.js'))
      .map((name) => `./api/${folder}/${name}`),
  );
  return new Map(files.flatMap((file) => Object.entries(load(file))));
}

/** A line an entry, in the order of their names. */
function table(name, type, entries) {
  const lines = Object.keys(entries)
    .sort()
    .map((key) => `  ${JSON.stringify(key)}: ${JSON.stringify(entries[key])},\n`);
  return `export const ${name}: ${type} = {\n${lines.join('')}};\n`;
}

export function writeDescription() {
  writeFileSync(GENERATED, describeApi());
}
