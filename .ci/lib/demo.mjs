import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { findFreePort } from '../../scripts/ready/free-port.mjs';
import { ROOT } from '../../scripts/ready/run.mjs';

export const KEY = 'key-of-the-checks';

/**
 * Starts the built demo on a free port and waits until it answers.
 * @param user whose process it is (`uid`, `gid`); ours when empty
 * @returns how to ask it, measure it and stop it; it also ends with this process
 */
export async function startDemo(environment = {}, user = {}) {
  const port = await findFreePort();
  const env = {
    ...process.env,
    PORT: String(port),
    WEB_EXTRACT_API_KEYS: KEY,
    LOG_LEVEL: 'warn',
    ...environment,
  };
  const child = spawn(process.execPath, ['apps/demo/dist/main.js'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    ...user,
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const base = `http://127.0.0.1:${port}`;
  await isReady(`${base}/health`, child);
  const ask = (method, path, body, limits) => send(method, base + path, body, limits);
  return {
    base,
    pid: child.pid,
    ask,
    scrape: (body, limits) => ask('POST', '/v1/scrape', body, limits),
    stop,
  };

  async function stop() {
    process.removeListener('exit', kill);
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    return code;
  }
}

/** Resident memory of a process in MiB. */
export function memoryMb(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
}

/** Answers are taken apart as far as they go: `reply` is null when the body is not JSON, `status` 0 when nothing came back. */
async function send(method, url, body, { timeoutMs = 120_000 } = {}) {
  const startedAt = performance.now();
  const init = {
    method,
    headers: { authorization: `Bearer ${KEY}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    signal: AbortSignal.timeout(timeoutMs),
    ...(body ? { body: JSON.stringify(body) } : {}),
  };
  const { status, text } = await fetch(url, init)
    .then(async (response) => ({ status: response.status, text: await response.text() }))
    .catch((error) => ({ status: 0, text: String(error) }));
  return { status, text, reply: parse(text), ms: performance.now() - startedAt };
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function isReady(url, child) {
  for (let tries = 0; tries < 1_800; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the demo ended with code ${child.exitCode}`);
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the demo did not answer within 180 s');
}
