const Module = require('node:module');
const { existsSync } = require('node:fs');
const { dirname, resolve } = require('node:path');
const compileTypeScript = require('../compile-typescript.cjs');

/** Loaded TypeScript files, by path. */
const compiled = new Map();
/** Paths of their source maps. */
const sourceMaps = new Map();
let mapper = null;

/**
 * Lets this process require TypeScript.
 *
 * @param rules replaced module names, in the form of Jest's resolved `moduleNameMapper`
 */
function loadTypeScript(rules) {
  if (mapper) return;
  mapper = rules.map(([pattern, target]) => [new RegExp(pattern), target]);
  const resolveName = Module._resolveFilename;
  Module._resolveFilename = function (name, parent, ...rest) {
    const isOwn = compiled.has(parent?.filename);
    return resolveName.call(this, isOwn ? mapName(name, parent.filename) : name, parent, ...rest);
  };
  require.extensions['.ts'] = (module, path) => {
    const result = compileTypeScript(path);
    compiled.set(path, result);
    sourceMaps.set(path, result.mapPath);
    module._compile(result.code, path);
  };
}

/** Sources name built files (`./x.js`): the TypeScript file beside them where there is one. */
function mapName(name, importer) {
  const mapped = replaceName(name);
  if (!mapped.startsWith('.') && !mapped.startsWith('/')) return mapped;
  const path = resolve(dirname(importer), mapped);
  return existsSync(`${path}.ts`) ? `${path}.ts` : path;
}

function replaceName(name) {
  for (const [pattern, target] of mapper) {
    const match = pattern.exec(name);
    if (match) return target.replace(/\$(\d)/g, (_whole, index) => match[index]);
  }
  return name;
}

module.exports = { compiled, sourceMaps, loadTypeScript };
