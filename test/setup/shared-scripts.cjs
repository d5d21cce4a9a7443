const { sep } = require('node:path');
const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const PACKAGES = `${sep}node_modules${sep}`;

/** Sources of packages, which do not change during a run, by path. */
const sources = new Map();
/** Compiled modules of this process, by path, each with the source that it was compiled from. */
const scripts = new Map();
/** Runtimes that are in use: a process runs one spec at a time. */
const running = [];

/**
 * Runtime of Jest that compiles a module once in each process instead of once in each spec: compilation was half of the time to load
 * a spec. Modules are executed in each spec as before, in its own context and registry.
 */
module.exports = class SharedScripts extends Runtime {
  constructor(...args) {
    super(...args);
    running.push(this);
    const { executor, fileCache } = this;
    const compile = executor.compile.bind(executor);
    const readFile = fileCache.readFile.bind(fileCache);
    executor.compile = (source, path) => this.run(source, path) ?? compile(source, path);
    fileCache.readFile = (path) => (path.includes(PACKAGES) ? readOnce(path, readFile) : readFile(path));
  }

  teardown() {
    super.teardown();
    running.splice(running.indexOf(this), 1);
  }

  /**
   * lmdb calls the copy that was loaded first in a process. In the context of a spec that copy fails after the spec, when it loads
   * something: it is loaded outside.
   */
  requireModuleOrMock(from, name) {
    return name === 'lmdb' ? require('lmdb') : super.requireModuleOrMock(from, name);
  }

  /** Returns the function of a module; null leaves the module to Jest, which reports syntax errors and loads ES modules. */
  run(source, path) {
    const context = this._environment.getVmContext();
    if (context === null) return null;
    const script = scriptOf(source, path, this.executor.injectedModuleParameters);
    return script?.runInContext(context) ?? null;
  }

  importModule(specifier, path, attributes, phase) {
    const context = this._environment.getVmContext();
    return this.executor.dynamicImport(specifier, path, context, attributes, phase);
  }
};

function readOnce(path, readFile) {
  const source = sources.get(path) ?? readFile(path);
  sources.set(path, source);
  return source;
}

function scriptOf(source, path, parameters) {
  const known = scripts.get(path);
  if (known?.source === source) return known.script;
  const script = compileOrNull(source, path, parameters);
  scripts.set(path, { source, script });
  return script;
}

function compileOrNull(source, path, parameters) {
  const head = `(function (${parameters.join(', ')}) {`;
  try {
    return new Script(`${head}${source}\n})`, {
      filename: path,
      columnOffset: -head.length,
      importModuleDynamically: (specifier, _script, attributes, phase) =>
        running.at(-1).importModule(specifier, path, attributes, phase),
    });
  } catch {
    return null;
  }
}
