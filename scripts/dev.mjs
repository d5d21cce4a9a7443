// `npm run dev`: the demo, built and started again whenever a source changes.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundleLibrary, isPlaced } from './bundle-lib.mjs';
import { ensureBuilt } from './ready/build.mjs';
import { ensureDemoInstalled } from './ready/install.mjs';
import { ROOT } from './ready/run.mjs';

await ensureDemoInstalled();
await ensureBuilt();

const LIB = join(ROOT, 'libs/web-extract');
const COMPILED = join(LIB, 'build');
const BUILT = join(LIB, 'dist/cjs'); // what the demo loads
/** After the last file that the compiler wrote, ms. */
const QUIET = 300;
const DEMO = join(ROOT, 'apps/demo/dist');
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const WATCH = ['--watch', '--preserveWatchOutput'];

const children = [
  [tsc, '-p', join(LIB, 'tsconfig.json'), '--outDir', COMPILED, ...WATCH],
  [tsc, '-p', join(ROOT, 'apps/demo/tsconfig.json'), ...WATCH],
  [`--watch-path=${BUILT}`, `--watch-path=${DEMO}`, join(DEMO, 'main.js'), ...process.argv.slice(2)],
].map((args) => spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }));

let bundling;
const bundler = watch(COMPILED, { recursive: true }, (_event, file) => {
  if (!file?.endsWith('.js') || isPlaced(file)) return;
  clearTimeout(bundling);
  bundling = setTimeout(() => bundleLibrary(COMPILED, join(LIB, 'dist')).catch(console.error), QUIET);
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    clearTimeout(bundling);
    bundler.close();
    children.forEach((child) => child.kill(signal));
  });
}
