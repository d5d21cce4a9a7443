// `npm test [-- jest arguments]`: installs and builds what is missing, then runs every test, or those that are named.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import summaryReporter from '../test/setup/summary-reporter.cjs';
import { ensureBuilt } from './ready/build.mjs';
import { ensureInstalled } from './ready/install.mjs';
import { npm } from './ready/run.mjs';

/** More than these did not fail for want of a processor. */
const MOST_AGAIN = 10;

await ensureInstalled();
await ensureBuilt();
const named = process.argv.slice(2);
process.exitCode = await (named.length > 0 ? jest(named) : everything());

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
