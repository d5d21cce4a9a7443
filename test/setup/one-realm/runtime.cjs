const { readFileSync } = require('node:fs');
const { fileURLToPath } = require('node:url');
const { CoverageInstrumenter } = require('collect-v8-coverage');
const { shouldInstrument } = require('@jest/transform');
const { loadCircus } = require('./circus.cjs');
const { createJest } = require('./jest-object.cjs');
const { compiled, loadTypeScript, sourceMaps } = require('./load-typescript.cjs');

/**
 * Runtime of Jest that loads specs and sources with the loader of Node: a process compiles and executes each module once, and all
 * of its specs use it. Specs therefore cannot replace modules (`jest.mock`): they pass what is to be replaced.
 */
module.exports = class OneRealmRuntime {
  constructor(config, environment, _resolver, _transformer, _files, coverage, testPath) {
    Object.assign(this, { config, environment, coverage, testPath });
    loadTypeScript(config.moduleNameMapper);
    globalThis.jest = createJest(environment);
  }

  requireInternalModule(path) {
    return loadCircus(path);
  }

  /** A spec is executed whenever it runs: it may run again in `--watch`. */
  requireModule(path) {
    if (path === this.testPath) delete require.cache[path];
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return false;
  }

  setGlobalsForRuntime() {}
  enterTestCode() {}
  leaveTestCode() {}
  teardown() {}

  getSourceMaps() {
    return sourceMaps;
  }

  getAllCoverageInfoCopy() {
    return undefined;
  }

  async collectV8Coverage() {
    this.instrumenter = new CoverageInstrumenter();
    await this.instrumenter.startInstrumenting();
  }

  async stopCollectingV8Coverage() {
    this.v8Coverage = await this.instrumenter.stopInstrumenting();
  }

  getAllV8CoverageInfoCopy() {
    const instruments = (path) => shouldInstrument(path, this.coverage, this.config, undefined);
    return this.v8Coverage
      .filter(({ url }) => url.startsWith('file://'))
      .map((result) => ({ ...result, url: fileURLToPath(result.url) }))
      .filter(({ url }) => compiled.has(url) && instruments(url))
      .map((result) => ({ result, codeTransformResult: describe(result.url) }));
  }
};

function describe(path) {
  const { code, mapPath } = compiled.get(path);
  return { code, originalCode: readFileSync(path, 'utf8'), sourceMapPath: mapPath };
}
