const { writeFileSync } = require('node:fs');

/**
 * Prints `N passed, N failed[, N skipped]` as the last line of a run, after whatever jest still has to say, and writes what each
 * file came to where `TEST_REPORT` names a file for it.
 */
module.exports = class SummaryReporter {
  onRunComplete(_contexts, { testResults }) {
    const files = testResults.map(countsOf);
    if (process.env.TEST_REPORT) writeFileSync(process.env.TEST_REPORT, JSON.stringify(files));
    process.once('exit', () => process.stdout.write(`${summaryOf(files)}\n`));
  }
};

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
