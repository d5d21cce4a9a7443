/** Where Circus keeps its event handlers. */
const HANDLERS = Symbol.for('EVENT_HANDLERS');

/** Of this process, when its first spec begins: the symbol of the state, a copy of it, and the number of handlers. */
let initial = null;

/**
 * Loads Circus, with an empty state for the next spec. Its functions are the same for all specs of the process: modules that specs
 * share may keep them (`const describeWithRedis = isThere ? describe : describe.skip`).
 */
function loadCircus(path) {
  const circus = require(path);
  initial ??= readInitial();
  globalThis[initial.symbol] = copyState(initial.state);
  globalThis[HANDLERS].length = initial.handlerCount;
  return circus;
}

function readInitial() {
  const symbol = Object.getOwnPropertySymbols(globalThis).find(isState);
  return { symbol, state: copyState(globalThis[symbol]), handlerCount: globalThis[HANDLERS].length };
}

const isState = (symbol) => symbol.description === 'JEST_STATE_SYMBOL';

function copyState(state) {
  const root = copyValues(state.rootDescribeBlock);
  return { ...copyValues(state), rootDescribeBlock: root, currentDescribeBlock: root };
}

/** A shallow copy whose collections are empty, as they are in the initial state. */
const copyValues = (object) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, copyValue(value)]));

function copyValue(value) {
  if (Array.isArray(value)) return [];
  return value instanceof Map || value instanceof WeakMap ? new value.constructor() : value;
}

module.exports = { loadCircus };
