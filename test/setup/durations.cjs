const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join, relative } = require('node:path');

const ROOT = join(__dirname, '../..');
const FILE = join(ROOT, 'node_modules/.cache/web-extract/durations.json');

/** Milliseconds that each spec took when it last ran here, by path in the repository; nothing on a fresh clone. */
function readDurations() {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'));
  } catch {
    return {};
  }
}

function storeDurations(results) {
  const latest = results.map(({ testFilePath, perfStats }) => [
    relative(ROOT, testFilePath),
    perfStats.runtime,
  ]);
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify({ ...readDurations(), ...Object.fromEntries(latest) }));
}

module.exports = { readDurations, storeDurations };
