// `npm run dev`: the demo, built and started again whenever a source changes.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ensureBuilt } from './ready/build.mjs';
import { ensureInstalled } from './ready/install.mjs';
import { ROOT } from './ready/run.mjs';

await ensureInstalled();
await ensureBuilt();

const LIB = join(ROOT, 'libs/web-extract');
const BUILT = join(LIB, 'dist/cjs'); // what the demo loads
const DEMO = join(ROOT, 'apps/demo/dist');
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const WATCH = ['--watch', '--preserveWatchOutput'];

const children = [
  [tsc, '-p', join(LIB, 'tsconfig.json'), '--outDir', BUILT, ...WATCH],
  [tsc, '-p', join(ROOT, 'apps/demo/tsconfig.json'), ...WATCH],
  [`--watch-path=${BUILT}`, `--watch-path=${DEMO}`, join(DEMO, 'main.js'), ...process.argv.slice(2)],
].map((args) => spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }));

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => children.forEach((child) => child.kill(signal)));
}
