const { sep } = require('node:path');
const { isBuiltin } = require('node:module');
const { constants, Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const PACKAGES = `${sep}node_modules${sep}`;
/** Packages of which each spec has its own: those of Jest, and those whose state a spec sees. */
const OF_SPEC =
  /node_modules[/\\](?:@jest|@opentelemetry|class-(?:transformer|validator-jsonschema)|expect|jest-[a-z-]+|prom-client)[/\\]/;

/** Sources of packages, which do not change during a run, by path. */
const sources = new Map();
/** Compiled modules of this process, by path, each with the source that it was compiled from. */
const scripts = new Map();
/** Runtimes that are in use: a process runs one spec at a time. */
const running = [];

/**
 * Runtime of Jest that compiles a module once in each process instead of once in each spec. In specs without a context packages are also
 * executed once in each process; other modules are executed in each spec, in its own registry.
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

  requireModuleOrMock(from, name) {
    if (name === 'lmdb') return require('lmdb'); // it calls the copy that was loaded first in a process, in each context
    const path = this.pathOfShared(from, name);
    if (path === null) return super.requireModuleOrMock(from, name);
    return require.cache[path]?.exports ?? this._environment.keepGlobals(() => require(path));
  }

  /** The path of a package that is executed once in each process, else null. */
  pathOfShared(from, name) {
    if (!this.isInRealm || name.startsWith('.') || isBuiltin(name)) return null;
    const path = this._resolution.resolveCjs(from, name);
    return path.includes(PACKAGES) && !OF_SPEC.test(path) ? path : null;
  }

  get isInRealm() {
    return this._environment.isRealm === true;
  }

  /** Returns the function of a module; null leaves the module to Jest, which reports syntax errors and loads ES modules. */
  run(source, path) {
    const context = this._environment.getVmContext();
    if (!context && !this.isInRealm) return null;
    const script = scriptOf(source, path, this.executor.injectedModuleParameters);
    return (context ? script?.runInContext(context) : script?.runInThisContext()) ?? null;
  }

  importModule(specifier, path, attributes, phase) {
    if (this.isInRealm) return importerOf(path)(specifier);
    const context = this._environment.getVmContext();
    return this.executor.dynamicImport(specifier, path, context, attributes, phase);
  }
};

/** Node's own `import()` in a module. */
function importerOf(path) {
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  return new Script('(specifier) => import(specifier)', {
    filename: path,
    importModuleDynamically,
  }).runInThisContext();
}

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
