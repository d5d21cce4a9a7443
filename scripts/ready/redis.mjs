import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './free-port.mjs';
import { findProgram, installPackages } from './programs.mjs';

/** The path of a redis-server: from PATH, else installed with apt-get where that may be done, else null. */
export async function findRedis() {
  const found = findProgram('redis-server');
  if (found || !(await installPackages('redis-server'))) return found;
  return findProgram('redis-server');
}

/**
 * Starts a Redis on a free port of 127.0.0.1 that keeps nothing on disk.
 * @returns its URL and how to stop it; it also ends with this process
 */
export async function startRedis(program) {
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), 'web-extract-redis-'));
  const options = { port, bind: '127.0.0.1', save: '', appendonly: 'no', dir: folder };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const server = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const kill = () => server.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    process.removeListener('exit', kill);
    if (server.exitCode === null && kill()) await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  await isReady(server);
  return { url: `redis://127.0.0.1:${port}`, stop };
}

async function isReady(server) {
  let log = '';
  for await (const chunk of server.stdout.iterator({ destroyOnReturn: false })) {
    log += chunk;
    if (log.includes('Ready to accept connections')) return server.stdout.resume();
  }
  throw new Error(`redis-server did not start:\n${log}`);
}
