// `npm test [-- jest arguments]`: installs and builds what is missing, then runs every test, or those that are named.
// `npm run test:unit [-- jest arguments]` (`--unit`): the specs that need no built files, without building anything.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import summaryReporter from '../test/setup/summary-reporter.cjs';
import { ensureBuilt } from './ready/build.mjs';
import { ensureInstalled } from './ready/install.mjs';
import { listSpecs, needsBuild } from './ready/needs-build.mjs';
import { npm } from './ready/run.mjs';

/** More failed files than this are a fault of the code, not of a busy machine. */
const MOST_AGAIN = 30;

await ensureInstalled();
const isUnit = process.argv.includes('--unit');
const named = process.argv.slice(2).filter((argument) => argument !== '--unit');
if (isUnit) process.exitCode = await jest([...named, '--testPathIgnorePatterns', ...specsToLeaveOut()]);
else {
  if (needsAnyBuild(named)) await ensureBuilt();
  process.exitCode = await (named.length > 0 ? jest(named) : everything());
}

/** Jest's flags are no paths; a value of a flag counts as one, which at most builds for nothing. */
function needsAnyBuild(args) {
  const patterns = args.filter((argument) => !argument.startsWith('-'));
  return listSpecs(patterns).some((spec) => needsBuild(spec));
}

/** The paths of specs that need built files, as patterns. */
function specsToLeaveOut() {
  const specs = listSpecs([]).filter((spec) => needsBuild(spec));
  return ['/node_modules/', ...specs.map((spec) => `/${spec.replaceAll('.', '\\.')}$`)];
}

/**
 * All files side by side, for speed. Many start hosts, workers, a Redis or a browser, and a deadline may pass for no other reason than
 * its neighbours: what failed is run once more alone, and said to have been. What fails alone fails.
 */
async function everything() {
  const folder = mkdtempSync(join(tmpdir(), 'web-extract-test-'));
  try {
    const first = join(folder, 'first.json');
    const code = await jest([], first);
    const files = code === 0 ? [] : readReport(first);
    const failed = files.filter((file) => file.failed > 0).map(({ path }) => path);
    if (failed.length === 0 || failed.length > MOST_AGAIN) return code;
    console.log(`\nfailed beside others, once more alone:\n${failed.join('\n')}\n`);
    const second = join(folder, 'second.json');
    const codeAlone = await jest(['--runInBand', '--runTestsByPath', ...failed], second);
    const others = files.filter(({ path }) => !failed.includes(path));
    console.log(summaryReporter.summaryOf([...others, ...readReport(second)]));
    return codeAlone;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param report where the counts of each file go @returns the exit code */
function jest(args, report) {
  if (report) process.env.TEST_REPORT = report;
  return npm('run', '--silent', 'jest', '--', ...args);
}

/** Nothing where jest did not come to its end. */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return [];
  }
}
