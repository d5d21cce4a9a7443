// Starts the application of host.mjs in a process of its own.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** @returns `url`, `pid`, `call(what, site)` which asks the process itself, and `stop()` */
export async function startSoakHost(options) {
  const file = fileURLToPath(new URL('host.mjs', import.meta.url));
  const child = fork(file, [JSON.stringify(options)], { execArgv: ['--expose-gc'] });
  const waiting = new Map();
  let isOver = false;
  let last = 0;
  const ended = once(child, 'exit').then(([code, signal]) => Promise.reject(new Error(`The application ended before it listened: ${code ?? signal}`))); // prettier-ignore
  ended.catch(() => {}); // it also ends after the run
  const [{ url }] = await Promise.race([once(child, 'message'), ended]);
  child.on('message', ({ id, result, error }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error) reject(new Error(error));
    else resolve(result);
  });
  child.once('exit', (code, signal) => {
    if (isOver) return;
    console.log(`PROBLEM the application ended: ${code ?? signal}`);
    process.exit(1);
  });
  return { url, pid: child.pid, call, stop };

  function call(what, site) {
    return new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      child.send({ id: last, what, site });
    });
  }

  async function stop() {
    isOver = true;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}
