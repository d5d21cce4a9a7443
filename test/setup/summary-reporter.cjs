const { writeFileSync } = require('node:fs');
const { availableParallelism, cpus } = require('node:os');
const { relative } = require('node:path');
const { storeDurations } = require('./durations.cjs');

/** Runs of fewer specs are not described. */
const FEW = 20;
const DEAREST = 10;

/**
 * Prints `N passed, N failed[, N skipped]` as the last line of a run, after whatever Jest prints, and before it what a long run cost:
 * wall and processor time, its dearest specs, and the platform of each spec that ran on one of the two. Writes the result of each
 * file to the file that `TEST_REPORT` names.
 */
module.exports = class SummaryReporter {
  onRunStart() {
    this.startedAt = performance.now();
    this.busyAtStart = busySeconds();
  }

  onRunComplete(_contexts, { testResults }) {
    const files = testResults.map(countsOf);
    if (process.env.TEST_REPORT) writeFileSync(process.env.TEST_REPORT, JSON.stringify(files));
    storeDurations(testResults.filter(({ perfStats, skipped }) => perfStats.runtime > 0 && !skipped));
    const wall = (performance.now() - this.startedAt) / 1000;
    const busy = busySeconds() - this.busyAtStart;
    const cost = testResults.length < FEW ? '' : describeCost(testResults, wall, busy);
    process.once('exit', () => process.stdout.write(`${cost}${summaryOf(files)}\n`));
  }
};

/** Of all processors of this machine, whoever uses them: specs start other programs. */
function busySeconds() {
  const times = cpus().map(({ times: { user, nice, sys, irq } }) => user + nice + sys + irq);
  return times.reduce((total, ms) => total + ms, 0) / 1000;
}

function describeCost(results, wall, busy) {
  const applications = results.reduce((total, { usage }) => total + (usage?.applications.length ?? 0), 0);
  const ofSpecs = results.reduce((total, { usage }) => total + (usage?.processorMs ?? 0), 0) / 1000;
  return [
    '',
    `wall ${wall.toFixed(0)} s, processors ${busy.toFixed(0)} s of ${(wall * availableParallelism()).toFixed(0)} s (whole machine; ${ofSpecs.toFixed(0)} s in the processes of specs), ${applications} applications started`,
    `dearest: ${dearest(results).join(', ')}`,
    ...['express', 'fastify'].map((platform) => `on ${platform}: ${specsOn(platform, results).join(' ')}`),
    '',
  ].join('\n');
}

function dearest(results) {
  const measured = results.filter(({ usage }) => usage);
  measured.sort((one, other) => other.usage.processorMs - one.usage.processorMs);
  return measured.slice(0, DEAREST).map(describeDear);
}

function describeDear({ testFilePath, usage: { processorMs, applications }, perfStats }) {
  const seconds = `${(processorMs / 1000).toFixed(0)} s of ${(perfStats.runtime / 1000).toFixed(0)} s`;
  return `${nameOf(testFilePath)} (${seconds}, ${applications.length} applications)`;
}

/** Specs that ran on this platform alone. */
const specsOn = (platform, results) =>
  results
    .filter(
      ({ usage }) => usage?.applications.length > 0 && usage.applications.every((one) => one === platform),
    )
    .map(({ testFilePath }) => nameOf(testFilePath));

const nameOf = (path) =>
  relative('test', path)
    .replace(/^(?:\.\.\/)+/, '')
    .replace(/\.(?:e2e-)?spec\.ts$/, '');

/** A file that could not be loaded counts as one failure, else its tests would vanish from the count. */
function countsOf({
  testFilePath,
  numPassingTests,
  numFailingTests,
  numPendingTests,
  numTodoTests,
  testExecError,
}) {
  return {
    path: testFilePath,
    passed: numPassingTests,
    failed: numFailingTests + (testExecError && numFailingTests === 0 ? 1 : 0),
    skipped: numPendingTests + numTodoTests,
  };
}

function summaryOf(files) {
  const sum = (field) => files.reduce((total, file) => total + file[field], 0);
  const skipped = sum('skipped');
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

module.exports.summaryOf = summaryOf;
