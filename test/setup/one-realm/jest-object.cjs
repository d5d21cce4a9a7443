const { setGlobal } = require('jest-util');

/** Where Circus reads the time limit of the tests of a spec. */
const TIME_LIMIT = Symbol.for('TEST_TIMEOUT_SYMBOL');

/** The functions of `jest` that specs use: mocks, fake timers and the time limit. Modules cannot be replaced. */
function createJest({ moduleMocker, fakeTimersModern }) {
  const jest = {
    fn: moduleMocker.fn.bind(moduleMocker),
    spyOn: moduleMocker.spyOn.bind(moduleMocker),
    replaceProperty: moduleMocker.replaceProperty.bind(moduleMocker),
    mocked: moduleMocker.mocked.bind(moduleMocker),
    isMockFunction: moduleMocker.isMockFunction.bind(moduleMocker),
  };
  for (const name of ['clearAllMocks', 'resetAllMocks', 'restoreAllMocks'])
    jest[name] = () => {
      moduleMocker[name]();
      return jest;
    };
  for (const name of TIMERS) jest[name] = (...args) => fakeTimersModern[name](...args) ?? jest;
  jest.now = () => fakeTimersModern.now();
  jest.getTimerCount = () => fakeTimersModern.getTimerCount();
  jest.setTimeout = (timeoutMs) => {
    setGlobal(globalThis, TIME_LIMIT, timeoutMs, 'retain');
    return jest;
  };
  return jest;
}

const TIMERS = [
  'useFakeTimers',
  'useRealTimers',
  'setSystemTime',
  'getRealSystemTime',
  'advanceTimersByTime',
  'advanceTimersByTimeAsync',
  'advanceTimersToNextTimer',
  'advanceTimersToNextTimerAsync',
  'runAllTimers',
  'runAllTimersAsync',
  'runOnlyPendingTimers',
  'runOnlyPendingTimersAsync',
  'clearAllTimers',
];

module.exports = { createJest };
