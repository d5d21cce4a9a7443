const { readFileSync } = require('node:fs');
const Sequencer = require('@jest/test-sequencer').default;

/** A spec that starts processes, browsers or a Redis takes the processors from whatever runs beside it. */
const HEAVY = /NodeProcess|Deployment|\/setup\/(?:clients|browser|redis)\.js/;

/** Contracts are longer than the file that calls them. */
const CONTRACT = /Contract\b|StoresOn\b/;
const CONTRACT_CHARS = 20_000;

/** Heavy files evenly among the others, so that few of them meet, and long ones first, so that none is left over at the end. */
module.exports = class SpreadHeavy extends Sequencer {
  sort(tests) {
    const known = tests.map((test) => ({ test, text: readFileSync(test.path, 'utf8') }));
    known.sort((one, other) => lengthOf(other) - lengthOf(one));
    const places = new Map();
    for (const isHeavy of [true, false]) {
      const alike = known.filter(({ text }) => HEAVY.test(text) === isHeavy);
      alike.forEach(({ test }, at) => places.set(test, at / alike.length));
    }
    return [...tests].sort((one, other) => places.get(one) - places.get(other));
  }
};

const lengthOf = ({ text }) => text.length + (CONTRACT.test(text) ? CONTRACT_CHARS : 0);
