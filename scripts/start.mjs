// `npm start`: installs and builds what is missing, then runs the demo until it ends or is stopped.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './ready/build.mjs';
import { ensureDemoInstalled } from './ready/install.mjs';
import { ROOT } from './ready/run.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

await ensureDemoInstalled();
await ensureBuilt();

const MAIN = join(ROOT, 'apps/demo/dist/main.js');
const demo = spawn(process.execPath, [MAIN, '--sample-page', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
});
for (const signal of SIGNALS) process.on(signal, () => demo.kill(signal));
if (process.env.npm_lifecycle_event === 'start') stopWithParent();
demo.once('error', (error) => {
  console.error(error.message);
  process.exitCode = 1;
});
demo.once('exit', (code, signal) => {
  if (!signal) process.exit(code);
  for (const name of SIGNALS) process.removeAllListeners(name);
  process.kill(process.pid, signal);
});

/** npm runs us in a shell that dies of a signal without passing it on: its death is the signal. */
function stopWithParent() {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    demo.kill('SIGTERM');
  }, 200);
}
