// Makes what is published of what the compiler wrote: an ES module build and a CommonJS build, of few files each.
//
// Hundreds of small files cost a host more at its start than all that is in them. The CommonJS build loads every package, and every
// file of ours, where it is needed first. Whichever build a process loads first is the one that both `import` and `require` give:
// services are found by their classes, which must be the same for all of a host.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';
import { build, transform as print } from 'esbuild';
import { bundleTypes } from './bundle-types.mjs';

const LIB = fileURLToPath(new URL('../libs/web-extract/', import.meta.url));
/** Compiled files of the private packages, which become part of the bundles. */
const DOCUMENTS = fileURLToPath(new URL('../libs/documents/build/', import.meta.url));
const PRIVATE = /^@web-extract\/documents\//;
const NODE = 'node20';
/** All supported versions have these; the bundler, which knows of no least minor version, would make the pattern anew at each use. */
const SUPPORTED = { 'regexp-unicode-property-escapes': true };

/** Separate output file, loaded only by hosts with controllers. */
const CONTROLLERS = 'api/mounting/mounted-controllers';
/** Scripts of worker threads; threads of both builds run those of the CommonJS build. */
const THREADS = ['drivers/worker-threads/worker', 'drivers/worker-threads/extraction-worker'];
/** Large tables without imports; both builds load those of the CommonJS build. */
const TABLES = ['api/openapi/described.generated'];
const DOORS = [CONTROLLERS, ...THREADS, ...TABLES];
/** Of the files that hold what an entry exports in its own format. */
const OWN = '.own';
/** Written by hand for each format: where files lie, and how modules of a host and packages are loaded. */
const LOCATIONS = [
  'api/bodies/body-checks',
  'drivers/redis/lua-folder',
  'drivers/worker-threads/worker-file',
  'drivers/worker-threads/import-module',
  'drivers/crawlee/require-crawlee',
  'playground/asset-folder',
];

/** Whether a file among the compiled ones was put there by us. */
export const isPlaced = (path) => LOCATIONS.some((file) => basename(path) === `${basename(file)}.js`);

/** Packages that hosts without controllers never load, and what stands in their place. */
const BODY_CHECKS = { filter: /^class-(validator|transformer)$/, path: './body-checks.js' };

/**
 * Turndown without its HTML parser, for the writer of markdown, which gives it nodes only: the parser takes 35 ms of every thread
 * to load. The rules of a host may give it HTML, so theirs is the whole package.
 */
const NODE_WRITER = {
  importer: 'convert/markdown/write/write-markdown.js',
  path: 'turndown/lib/turndown.browser.cjs.js',
};

/** Read at run time, by both builds from the folder of the CommonJS build. */
const LUA = 'drivers/redis/lua';

const ENTRIES = entriesOf(JSON.parse(readFileSync(`${LIB}package.json`, 'utf8')));

/** @param compiled folder of ES modules with their types, made whole here @param out gets `cjs` and `esm` */
export async function bundleLibrary(compiled, out) {
  writeFileSync(join(compiled, 'package.json'), '{"type":"module"}\n');
  for (const file of LOCATIONS) writeFileSync(join(compiled, `${file}.js`), locationOf(file));
  const types = bundleTypes(
    [compiled, DOCUMENTS],
    ENTRIES.map((name) => ({ name, source: sourceOf(name).replace(/\.js$/, '') })),
  );
  const formats = {
    esm: { type: 'module', extension: 'mjs', convert: keep, doors: [CONTROLLERS], tables: '../cjs' },
    cjs: { type: 'commonjs', extension: 'cjs', convert: toCommonJs, doors: DOORS, tables: '.' },
  };
  for (const [folder, { type, extension, convert, doors, tables }] of Object.entries(formats)) {
    const modules = await bundle(compiled, doors, tables);
    const target = join(out, folder);
    mkdirSync(target, { recursive: true });
    for (const { name, text } of types)
      writeFileSync(join(target, name), folder === 'esm' && isShared(name) ? fromCommonJs(name) : text);
    writeFileSync(join(target, 'package.json'), `${JSON.stringify({ type })}\n`);
    for (const file of LOCATIONS)
      cpSync(`${LIB}src/${file}.${extension}`, join(target, `${basename(file)}.js`));
    for (const file of modules)
      writeFileSync(join(target, file.name), `${await compact(await convert(file))}${namesFor(file)}`);
    for (const { entry, names } of modules)
      if (entry) writeFileSync(join(target, `${entry}.js`), DOORWAYS[folder](entry, names));
  }
  cpSync(`${LIB}src/${LUA}`, join(compiled, LUA), { recursive: true });
  copyScripts(`${LIB}src/${LUA}`, join(out, 'cjs', basename(LUA)));
}

/** True for declarations that entries import; those of one entry have its name. */
const isShared = (name) => /^types\b/.test(name);

/** Declarations have no format of their own: one copy is enough, and its classes are the same types for both builds. */
const fromCommonJs = (name) => `export * from '../cjs/${name.replace('.d.ts', '.js')}';\n`;

/** Copies Lua scripts without their comments, which are a quarter of them; includes stay. */
function copyScripts(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyScripts(source, target);
    else writeFileSync(target, readFileSync(source, 'utf8').replaceAll(/^ *--(?!-).*\n/gm, ''));
  }
}

/** The location file of the compiled modules, whose thread scripts are in the same folder. */
function locationOf(file) {
  return readFileSync(`${LIB}src/${file}.mjs`, 'utf8').replaceAll("'../cjs/", "'./");
}

/** The modules of the library, joined by the entries and separate files that need them. */
async function bundle(compiled, doors, tables) {
  const { outputFiles, metafile } = await build({
    entryPoints: [
      ...ENTRIES.map((name) => ({ in: join(compiled, sourceOf(name)), out: `${name}${OWN}` })),
      ...doors.map((path) => ({ in: join(compiled, `${path}.js`), out: basename(path) })),
    ],
    outdir: compiled,
    write: false,
    bundle: true,
    splitting: true,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: NODE,
    supported: SUPPORTED,
    packages: 'external',
    legalComments: 'none',
    plugins: [leaveApart(compiled, tables)],
  });
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  return outputFiles.map(({ path, text }) => {
    const name = basename(path);
    const { imports, exports } = outputs.get(name);
    return {
      name,
      text: withClassNames(text),
      imports: imports.map((one) => (one.external ? one.path : `./${basename(one.path)}`)),
      entry: ENTRIES.find((entry) => name === `${entry}${OWN}.js`),
      names: exports,
    };
  });
}

/**
 * Gives classes the names that they have in the sources: errors and modules are identified by them. The bundler's own way is to set the name
 * of a class once it is made, after which V8 compiles whatever makes objects of it again and again, and for nothing: 12 ms a page.
 */
function withClassNames(text) {
  const renamed = text.matchAll(/\b(\w+)\s*=\s*(?:\w+\s*=\s*)?class (_\1|\1\d+)\b/g);
  return [...renamed].reduce(
    (all, [, name, alias]) => all.replaceAll(new RegExp(`\\b${alias}\\b`, 'g'), name),
    text,
  );
}

/** Names of the entries that the package exports. */
function entriesOf({ exports }) {
  const files = Object.values(exports).flatMap((entry) => entry.require?.default ?? []);
  return files.map((path) => basename(path, '.js'));
}

/** The compiled file of an entry: the package's own is beside the others' folder. */
const sourceOf = (entry) => (entry === 'index' ? 'index.js' : `entries/${entry}.js`);

/** Keeps the doors out of the files that lead to them. */
function leaveApart(compiled, tables) {
  const doors = new Map(
    [...DOORS, ...LOCATIONS].map((path) => {
      const folder = TABLES.includes(path) ? tables : '.';
      return [join(compiled, `${path}.js`), `${folder}/${basename(path)}.js`];
    }),
  );
  return {
    name: 'leave-apart',
    setup: ({ onResolve }) => {
      onResolve({ filter: /^turndown$/ }, ({ importer }) =>
        importer === join(compiled, NODE_WRITER.importer)
          ? { path: NODE_WRITER.path, external: true }
          : undefined,
      );
      onResolve({ filter: /^\.\.?\// }, ({ path, importer, kind }) => {
        const door = kind === 'entry-point' ? undefined : doors.get(resolve(dirname(importer), path));
        return door ? { path: door, external: true, sideEffects: false } : undefined;
      });
      onResolve({ filter: PRIVATE }, ({ path }) => ({ path: path.replace(PRIVATE, DOCUMENTS) }));
      onResolve({ filter: BODY_CHECKS.filter }, ({ kind }) =>
        kind === 'import-statement'
          ? { path: BODY_CHECKS.path, external: true, sideEffects: false }
          : undefined,
      );
    },
  };
}

/** Removes a third of the bytes, which are white space; names stay, and lines stay short for stack traces. */
export async function compact(text) {
  const { code } = await print(text, {
    target: NODE,
    supported: SUPPORTED,
    minifyWhitespace: true,
    lineLimit: 160,
  });
  return withClassNames(code);
}

const keep = ({ text }) => text;

/** Names the exports of a table for `import`: Node finds those of CommonJS in its text, without running it. */
const namesFor = ({ name, names }) =>
  TABLES.some((path) => name === `${basename(path)}.js`)
    ? `0 && (module.exports = { ${names.join(', ')} });\n`
    : '';

async function toCommonJs({ text, imports }) {
  const { code } = await transform(text, {
    configFile: false,
    swcrc: false,
    jsc: { target: 'es2022', parser: { syntax: 'ecmascript' }, keepClassNames: true },
    module: { type: 'commonjs', lazy: imports },
  });
  return code;
}

/** Optional packages that an entry needs. */
const PEERS = {
  bull: ['bull', '@nestjs/bull', 'ioredis'],
  bullmq: ['bullmq', 'ioredis'],
  health: ['@nestjs/terminus'],
  mcp: ['@modelcontextprotocol/server', '@modelcontextprotocol/node'],
  metrics: ['prom-client'],
  opentelemetry: ['@opentelemetry/api'],
  postgres: ['pg'],
};

/**
 * Statements that end with the command to install the missing packages of an entry, where Node would name a file of ours. Packages
 * that have no export for `require` are installed all the same.
 */
function peersCheck(entry, resolve) {
  const peers = PEERS[entry];
  if (!peers) return '';
  const ofNest = peers.filter((name) => name.startsWith('@nestjs/')).map((name) => `${name}@11`);
  const hint = ofNest.length === 0 ? '' : ` (with Nest 11: ${ofNest.join(' ')})`;
  return `const isMissing = (name) => {
  try {
    return ${resolve}(name) === null;
  } catch (error) {
    return error.code === 'MODULE_NOT_FOUND';
  }
};
if (${JSON.stringify(peers)}.some(isMissing))
  throw new Error('nestjs-web-extract/${entry} needs packages that are not installed: npm install ${peers.join(' ')}${hint}');
`;
}

/** Says in the process which build is the one, and which that is. */
const SHARED = (root) => `(globalThis[Symbol.for(\`nestjs-web-extract \${${root}}\`)] ??= {})`;

/** Packages that a static import lacks are reported before the entry can check them. */
const importOwn = (entry) =>
  PEERS[entry]
    ? `${peersCheck(entry, 'createRequire(import.meta.url).resolve')}const own = await import('./${entry}${OWN}.js');\n`
    : `import * as own from './${entry}${OWN}.js';\n`;

/** What stands at the door of each build, and gives what the one build of the process exports. */
const DOORWAYS = {
  cjs: (entry, names) => `'use strict';
${peersCheck(entry, 'require.resolve')}const { join } = require('node:path');
const shared = ${SHARED("join(__dirname, '..')")};
shared.format ??= 'cjs';
const own = () => (shared.format === 'cjs' ? require('./${entry}${OWN}.js') : require('../esm/${entry}${OWN}.js'));
Object.defineProperty(exports, '__esModule', { value: true });
${names.map((name) => `Object.defineProperty(exports, '${name}', { enumerable: true, get: () => own().${name} });`).join('\n')}
`,
  esm: (entry, names) => `import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
${importOwn(entry)}const shared = ${SHARED('dirname(dirname(fileURLToPath(import.meta.url)))')};
shared.format ??= 'esm';
const one = shared.format === 'esm' ? own : createRequire(import.meta.url)('../cjs/${entry}${OWN}.js');
export const { ${names.join(', ')} } = one;
`,
};
