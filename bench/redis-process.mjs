// A Redis that keeps on disk what it acknowledged, and may be killed and started again.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../scripts/ready/free-port.mjs';
import { findRedis } from '../scripts/ready/redis.mjs';
import { cpuMsOf } from './crawl-host.mjs';

export async function startRedisProcess(options = {}) {
  const program = await findRedis();
  if (!program) throw new Error('There is no redis-server');
  const port = await findFreePort();
  const dir = mkdtempSync(join(tmpdir(), 'bench-redis-'));
  const settings = {
    port,
    bind: '127.0.0.1',
    dir,
    save: '',
    appendonly: 'yes',
    appendfsync: 'everysec',
    ...options,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  let child;
  const endOfUs = () => child?.kill('SIGKILL');
  process.once('exit', endOfUs);
  await start();
  return { url: `redis://127.0.0.1:${port}`, cpuMs: () => cpuMsOf(child.pid), start, pause, kill, remove };

  async function start() {
    child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let log = '';
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      log += chunk;
      if (log.includes('Ready to accept connections')) return child.stdout.resume();
    }
    throw new Error(`redis-server did not start:\n${log}`);
  }

  /** Answers nothing for a while; what it has received by then is carried out afterwards. */
  async function pause(ms) {
    child.kill('SIGSTOP');
    await sleep(ms);
    child.kill('SIGCONT');
  }

  async function kill() {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async function remove() {
    await kill();
    process.removeListener('exit', endOfUs);
    rmSync(dir, { recursive: true, force: true });
  }
}
