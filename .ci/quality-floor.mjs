// Scores the running demo on every page of the benchmark and compares with the floors: a change must not make pages worse unnoticed.
// Usage: quality-floor.mjs BENCH_FOLDER
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from '../scripts/ready/build.mjs';
import { giveUp, run } from '../scripts/ready/run.mjs';
import { Checks } from './lib/count.mjs';
import { KEY, startDemo } from './lib/demo.mjs';
import { makeScratch } from './lib/scratch.mjs';

const floors = JSON.parse(readFileSync(new URL('quality-floors.json', import.meta.url), 'utf8'));

await ensureBuilt();
const bench = join(makeScratch(), 'quality');
cpSync(process.argv[2], bench, { recursive: true, filter: (path) => !path.includes('node_modules') });
const inBench = { cwd: bench };
if ((await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], inBench)) !== 0)
  giveUp('npm install failed');

const demo = await startDemo({ WEB_EXTRACT_ALLOW_PRIVATE: '127.0.0.0/8' });
const options = { base: demo.base, key: KEY, json: 'scores.json', concurrency: '2' };
const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
const code = await run(process.execPath, ['score.mjs', ...args], inBench);
await demo.stop();
if (code !== 0) giveUp('the scorer failed');

const scores = JSON.parse(readFileSync(join(bench, 'scores.json'), 'utf8'));
const checks = new Checks();
for (const [path, floor] of Object.entries(floors)) {
  const value = path.split('.').reduce((at, field) => at?.[field], scores);
  checks.add(path, value >= floor, `${value?.toFixed(4)} is below ${floor}`);
}
checks.close();
