const { readFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;
const { readDurations } = require('./durations.cjs');

const ROOT = join(__dirname, '../..');

/** Specs of which these are part take long: processes, browsers, a Redis; contracts are longer than the file that calls them. */
const SLOW = /NodeProcess|Deployment|\/setup\/(?:clients|browser|redis)\.js|Contract\b/;
/** Of a spec that has not run here yet, for each character: ten thousand characters of a slow one take about ten seconds. */
const MS_A_CHARACTER = 0.1;
const SLOW_MS_A_CHARACTER = 1;

/** Long specs first, so that none is left over at the end. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const durations = readDurations();
    const expected = new Map(
      tests.map(({ path }) => [path, durations[relative(ROOT, path)] ?? estimate(path)]),
    );
    return [...tests].sort((one, other) => expected.get(other.path) - expected.get(one.path));
  }
};

function estimate(path) {
  const text = readFileSync(path, 'utf8');
  return text.length * (SLOW.test(text) ? SLOW_MS_A_CHARACTER : MS_A_CHARACTER);
}
