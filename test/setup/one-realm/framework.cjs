const { default: runSpec } = require('jest-circus/runner');
const { takeApplications } = require('./usage.cjs');

/** Runs a spec with Circus; the result has its processor time and its applications, too, for the summary of the run. */
module.exports = async function runMeasured(...args) {
  const before = process.cpuUsage();
  takeApplications();
  const result = await runSpec(...args);
  const { user, system } = process.cpuUsage(before);
  return { ...result, usage: { processorMs: (user + system) / 1000, applications: takeApplications() } };
};
