/**
 * Prints `N passed, N failed[, N skipped]` as the last line of a run, after whatever jest still has to say.
 * A file that could not be loaded counts as one failure, else its tests would vanish from the count.
 */
module.exports = class SummaryReporter {
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    const line = `${results.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
    process.once('exit', () => process.stdout.write(`${line}\n`));
  }
};
