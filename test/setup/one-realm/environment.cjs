const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** What specs leave on the global object: the functions of Jest and Circus, and settings of Circus. */
const ADDED = [
  ...['afterAll', 'afterEach', 'beforeAll', 'beforeEach', 'describe', 'expect', 'it', 'test'],
  ...['fdescribe', 'fit', 'xdescribe', 'xit', 'xtest', 'jest'],
  ...['TEST_TIMEOUT_SYMBOL', 'RETRY_TIMES', 'RETRY_TIMES_SETTER'].map((name) => Symbol.for(name)),
];

/**
 * Environment of Jest without a context of its own: all specs of a process share its global object, and so its loaded modules.
 *
 * After each spec the process is as it was before: environment variables, working directory, listeners, mocks and timers.
 */
module.exports = class OneRealmEnvironment {
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.saved = saveProcess();
    this.moduleMocker = new ModuleMocker(globalThis);
    // Through a proxy the timers of the global object alone are replaced, not those of `node:timers/promises`.
    const global = new Proxy(globalThis, {});
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global });
    this.fakeTimers = null;
  }

  async setup() {}

  async teardown() {
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.dispose();
    for (const name of ADDED) delete globalThis[name];
    restoreProcess(this.saved);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
};

function saveProcess() {
  const listeners = process.eventNames().map((event) => [event, process.rawListeners(event)]);
  const { exit, exitCode } = process;
  return {
    env: { ...process.env },
    cwd: process.cwd(),
    console: globalThis.console,
    listeners,
    exit,
    exitCode,
  };
}

function restoreProcess({ env, cwd, console, listeners, exit, exitCode }) {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (process.env[name] !== value) process.env[name] = value;
  if (process.cwd() !== cwd) process.chdir(cwd);
  Object.defineProperty(globalThis, 'console', { configurable: true, writable: true, value: console });
  removeNewListeners(new Map(listeners));
  process.exit = exit;
  process.exitCode = exitCode;
}

function removeNewListeners(before) {
  for (const event of process.eventNames()) {
    const known = before.get(event) ?? [];
    for (const listener of process.rawListeners(event))
      if (!known.includes(listener)) process.removeListener(event, listener);
  }
}
