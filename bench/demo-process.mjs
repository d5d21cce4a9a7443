// The built demo in a process of its own, that may be killed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../scripts/ready/free-port.mjs';

const KEY = 'key-of-the-bench';
const MAIN = fileURLToPath(new URL('../apps/demo/dist/main.js', import.meta.url));

/**
 * @param processor number of the only processor that it may use (Linux); it sees no other, so its threads are those of such a machine
 * @returns how to ask it and to end it, how long it took to be ready, and what it wrote to stderr
 */
export async function startDemoProcess({ dataDir, nodeOptions = [], environment = {}, processor }) {
  const port = await findFreePort();
  const env = {
    ...process.env,
    PORT: String(port),
    WEB_EXTRACT_API_KEYS: KEY,
    WEB_EXTRACT_ALLOW_PRIVATE: '127.0.0.0/8',
    WEB_EXTRACT_DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...environment,
  };
  const startedAt = performance.now();
  const pinned = processor === undefined ? [] : ['taskset', '-c', String(processor)];
  const [command, ...options] = [...pinned, process.execPath, ...nodeOptions, MAIN];
  const child = spawn(command, options, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  const endOfUs = () => child.kill('SIGKILL');
  process.once('exit', endOfUs);
  const base = `http://127.0.0.1:${port}`;
  await isReady(`${base}/v0/health/readiness`, child, () => errors);
  return {
    base,
    pid: child.pid,
    readyMs: performance.now() - startedAt,
    errors: () => errors,
    ask: (method, path, body) => ask(base + path, method, body),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };

  async function end(signal) {
    process.removeListener('exit', endOfUs);
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    child.kill(signal);
    const [code] = await once(child, 'exit');
    return code;
  }
}

async function ask(url, method, body) {
  const headers = { authorization: `Bearer ${KEY}`, ...(body ? { 'content-type': 'application/json' } : {}) };
  const response = await fetch(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function isReady(url, child, errors) {
  for (let tries = 0; tries < 18_000; tries++) {
    if (child.exitCode !== null) throw new Error(`The demo ended with code ${child.exitCode}: ${errors()}`);
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await sleep(10);
  }
  throw new Error('The demo was not ready within 180 s');
}
