import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The folder that holds the workspace's package.json. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Runs a program with its output on ours and waits for its end.
 * @returns the exit code; 1 when the program could not be started or was ended by a signal
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Runs npm: the one that runs us where there is one, else the one on PATH (a .cmd file on Windows needs a shell). */
export function npm(...args) {
  const running = process.env.npm_execpath;
  if (running?.endsWith('npm-cli.js')) return run(process.execPath, [running, ...args]);
  return run('npm', args, { shell: process.platform === 'win32' });
}

/** Runs a JavaScript file with the Node that runs us. */
export function node(...args) {
  return run(process.execPath, args);
}

/** Ends this process with a message, for a step without which nothing else makes sense. */
export function giveUp(message) {
  console.error(message);
  process.exit(1);
}
