// Drives the demo through a site of pages that need a browser, as this user; as root also as an ordinary user, with Chromium's sandbox.
// Usage: kit-render.mjs KIT_FOLDER [arguments of its runner]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '../scripts/ready/browser.mjs';
import { ensureBuilt } from '../scripts/ready/build.mjs';
import { findFreePort } from '../scripts/ready/free-port.mjs';
import { readCount } from './lib/count.mjs';
import { KEY, startDemo } from './lib/demo.mjs';

const [kit, ...rest] = process.argv.slice(2);
/** `nobody`: may write nothing but a folder of its own. */
const ORDINARY = { uid: 65534, gid: 65534 };

await ensureBuilt();
if (!(await findBrowser())) throw new Error('no browser was found, and none could be installed');
const totals = [await run('as this user', {})];
if (process.getuid?.() === 0) totals.push(await run('as an ordinary user, sandboxed', ORDINARY));
const sum = (field) => totals.reduce((total, one) => total + one[field], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') > 0 ? 1 : 0;

async function run(how, user) {
  console.log(how);
  const [port, canary] = [await findFreePort(), await findFreePort()];
  const folder = mkdtempSync(join(tmpdir(), 'web-extract-render-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const environment = {
    WEB_EXTRACT_ALLOW_PRIVATE: `127.0.0.1:${port},127.0.0.2:${port}`,
    WEB_EXTRACT_DATA_DIR: join(folder, 'data'),
    HOME: folder,
  };
  const demo = await startDemo(environment, user);
  const args = ['--base', demo.base, '--key', KEY, '--pid', demo.pid, '--port', port, '--canary', canary];
  const runner = spawn(process.execPath, [join(kit, 'run.mjs'), ...args.map(String), ...rest], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  runner.stdout.on('data', (chunk) => {
    process.stdout.write(chunk);
    output += chunk;
  });
  await once(runner, 'close');
  const isClean = (await demo.stop()) === 0;
  rmSync(folder, { recursive: true, force: true });
  const count = readCount(output) ?? { passed: 0, failed: 1 };
  return { passed: count.passed, failed: count.failed + (isClean ? 0 : 1) };
}
