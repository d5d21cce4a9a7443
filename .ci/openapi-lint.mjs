// Lints docs/openapi.json with the recommended rules of Redocly: no error, and the known warnings only.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../scripts/ready/run.mjs';
import { Checks } from './lib/count.mjs';

/** Not a dependency of the workspace: only this check uses it. */
const LINTER = '@redocly/cli@2.77.0';
const LONGEST_RUN_MS = 300_000;

/** Rules that the document breaks on purpose. */
const KNOWN_WARNINGS = new Set([
  'no-required-schema-properties-undefined', // properties required by one part of an `allOf` and described by another
  'operation-4xx-response', // routes of health need no key and have no error
  'no-server-example.com', // hosts have their own addresses
]);

const checks = new Checks();
const { status, stdout, stderr } = spawnSync(
  'npx',
  ['--yes', LINTER, 'lint', join(ROOT, 'docs/openapi.json'), '--format', 'json', '--max-problems', '1000'],
  {
    encoding: 'utf8',
    timeout: LONGEST_RUN_MS,
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  },
);
const found = readProblems();
checks.add('redocly runs', found !== null, `status ${status}: ${stderr.slice(-2_000)}`);
if (found !== null) {
  const errors = found.filter(({ severity }) => severity === 'error');
  const others = found.filter(({ severity, ruleId }) => severity !== 'error' && !KNOWN_WARNINGS.has(ruleId));
  checks.add('has no errors', errors.length === 0 && status === 0, describe(errors));
  checks.add('has no new kinds of warnings', others.length === 0, describe(others));
}
checks.close();

/** Null if the linter did not run. */
function readProblems() {
  try {
    return JSON.parse(stdout.slice(stdout.indexOf('{'))).problems;
  } catch {
    return null;
  }
}

function describe(problems) {
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location?.[0]?.pointer ?? ''}`).join('\n'); // prettier-ignore
}
