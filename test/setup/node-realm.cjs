const { readFileSync } = require('node:fs');
const { Logger } = require('@nestjs/common');
const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { TestEnvironment: NodeContext } = require('jest-environment-node');
const { ModuleMocker } = require('jest-mock');
const { installCommonGlobals } = require('jest-util');
const RealmSnapshot = require('./realm-snapshot.cjs');

/** Specs that replace the clock or modules. */
const NEEDS_CONTEXT = /jest\.(?:mock|doMock|useFakeTimers)\b/;

/** Events of `process` for errors that nothing catches, and methods that set their listeners. */
const ERRORS = new Set(['uncaughtException', 'unhandledRejection', 'rejectionHandled']);
const LISTENING = ['on', 'addListener', 'removeListener', 'off', 'removeAllListeners', 'rawListeners'];

/**
 * Environment of specs: the realm of the process, in which packages are executed once, see shared-scripts.cjs. A `vm` context for each spec
 * took a third more processor time for specs that start an application: each executes and optimizes the packages again, and the use of a
 * global variable calls an interceptor.
 */
module.exports = function environmentOf(config, context) {
  const needsContext = NEEDS_CONTEXT.test(readFileSync(context.testPath, 'utf8'));
  return needsContext ? new NodeContext(config, context) : new NodeRealm(config);
};

/** Restores after a spec what specs share: globals, built-in objects, spies, and the logger of Nest. Each has a copy of `process`. */
class NodeRealm {
  isRealm = true;
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  snapshot = new RealmSnapshot();
  process = process;
  stackTraceLimit = Error.stackTraceLimit;
  logger = Logger.staticInstanceRef;
  logLevels = Logger.logLevels;

  constructor({ projectConfig: config }) {
    const { global, moduleMocker } = this;
    Object.assign(global, { process: copyProcess() }, config.globals);
    const timerConfig = { idToRef: (id) => id, refToId: (timer) => timer };
    this.fakeTimers = new LegacyFakeTimers({ config, global, moduleMocker, timerConfig });
    this.fakeTimersModern = new ModernFakeTimers({ config, global });
  }

  async setup() {}

  async teardown() {
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    this.snapshot.restore();
    globalThis.process = this.process; // an accessor, so that the snapshot does not hold its value
    Error.stackTraceLimit = this.stackTraceLimit;
    Object.assign(Logger, { staticInstanceRef: this.logger, logLevels: this.logLevels });
    this.global = null;
    this.isRealm = false;
  }

  /** @param load loads a package, whose globals stay for other specs */
  keepGlobals(load) {
    const before = new Set(Reflect.ownKeys(globalThis));
    const exports = load();
    this.snapshot.accept(Reflect.ownKeys(globalThis).filter((name) => !before.has(name)));
    return exports;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
}

/** With a copy of the environment, and without listeners. Messages reach the parent process, and Jest hears of errors that nothing catches. */
function copyProcess() {
  const holder = { Symbol, Date };
  installCommonGlobals(holder, {});
  const { process: copy } = holder;
  if (process.send) copy.send = process.send.bind(process);
  for (const name of LISTENING) copy[name] = forwardErrors(process, copy, name);
  return copy;
}

function forwardErrors(original, copy, name) {
  const own = copy[name].bind(copy);
  const forwarded = original[name].bind(original);
  return (event, ...rest) => (ERRORS.has(event) ? forwarded : own)(event, ...rest);
}
