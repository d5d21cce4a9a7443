const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { pathToFileURL } = require('node:url');
const swc = require('@swc/core');

const OPTIONS = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    keepClassNames: true,
  },
  module: { type: 'commonjs' },
  sourceMaps: true,
};
const FOLDER = join(__dirname, '../../node_modules/.cache/web-extract/compiled');
const VERSION = JSON.stringify([swc.version, OPTIONS, readFileSync(__filename, 'utf8')]);

/**
 * Compiles a TypeScript file to CommonJS. The result is stored on disk: a source is compiled once for all processes and all runs.
 *
 * @returns the code, and the path of its source map
 */
module.exports = function compileTypeScript(path) {
  const source = readFileSync(path, 'utf8');
  const key = createHash('sha1').update(VERSION).update(path).update('\0').update(source).digest('hex');
  const file = join(FOLDER, key.slice(0, 2), `${key}.js`);
  const mapPath = `${file}.map`;
  return { code: readStored(file) ?? compile(path, source, file, mapPath), mapPath };
};

function readStored(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null; // Not compiled yet.
  }
}

function compile(path, source, file, mapPath) {
  const { code, map } = swc.transformSync(source, { ...OPTIONS, filename: path });
  mkdirSync(dirname(file), { recursive: true });
  const absolute = { ...JSON.parse(map), sources: [pathToFileURL(path).href], sourceRoot: undefined };
  // The code last: whoever finds it finds its map, too.
  writeAtOnce(mapPath, JSON.stringify(absolute));
  writeAtOnce(file, code);
  return code;
}

/** Other processes see the whole file or none. */
function writeAtOnce(file, text) {
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, text);
  renameSync(partial, file);
}
