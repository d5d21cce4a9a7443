// Builds the demo, and puts it into the package as its command line: `serve` is the demo.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compact } from './bundle-lib.mjs';

const DEMO = fileURLToPath(new URL('../apps/demo/', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../libs/web-extract/dist/program/', import.meta.url));
const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc');

rmSync(`${DEMO}dist`, { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [TSC, '-p', `${DEMO}tsconfig.json`], { stdio: 'inherit' });
if (status === 0) {
  rmSync(PROGRAM, { recursive: true, force: true });
  cpSync(`${DEMO}dist`, PROGRAM, { recursive: true });
  rmSync(`${PROGRAM}main.js`); // looks for its settings in the repository
  for (const file of readdirSync(PROGRAM, { recursive: true }).filter((name) => name.endsWith('.js'))) {
    const path = join(PROGRAM, file);
    writeFileSync(path, await compact(readFileSync(path, 'utf8')));
  }
  chmodSync(`${PROGRAM}cli/main.js`, 0o755);
}
process.exitCode = status === 0 ? 0 : 1;
