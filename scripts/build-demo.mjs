// Builds the demo, and puts it into the package as its command line: `serve` is the demo.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compact } from './bundle-lib.mjs';
import { npm } from './ready/run.mjs';

const DEMO = fileURLToPath(new URL('../apps/demo/', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../libs/web-extract/dist/program/', import.meta.url));
const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc');

/** What `npm start` runs: it reads its settings from the repository, and serves a page to try. */
const OF_THE_REPOSITORY = ['main.js', 'sample-page.js'];

rmSync(`${DEMO}dist`, { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [TSC, '-p', `${DEMO}tsconfig.json`], { stdio: 'inherit' });
if (status === 0) {
  rmSync(PROGRAM, { recursive: true, force: true });
  cpSync(`${DEMO}dist`, PROGRAM, { recursive: true });
  for (const file of OF_THE_REPOSITORY) rmSync(PROGRAM + file);
  for (const file of readdirSync(PROGRAM, { recursive: true }).filter((name) => name.endsWith('.js'))) {
    const path = join(PROGRAM, file);
    writeFileSync(path, await compact(readFileSync(path, 'utf8')));
  }
  chmodSync(`${PROGRAM}cli/main.js`, 0o755);
  await npm('rebuild', '--silent', '--ignore-scripts', 'nestjs-web-extract'); // `npx nestjs-web-extract` runs it in a clone, too
}
process.exitCode = status === 0 ? 0 : 1;
