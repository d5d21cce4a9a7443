import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whose folder it is stands in its name: machines may share a temporary directory. */
const PREFIX = `web-extract-browser-${hostname().replace(/[^\w.]/g, '_')}-`;

/** Makes a folder for a browser's files, and removes those that killed processes of this machine left behind. */
export async function makeProfileFolder(): Promise<string> {
  await sweep().catch(() => {}); // a folder of another user; it takes only room
  return mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
}

/** The browser's last processes may still write while they end. */
export async function removeProfileFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }).catch(() => {}); // swept at the next start
}

async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const pid = Number(/^\d+/.exec(name.slice(PREFIX.length))?.[0]);
    if (Number.isInteger(pid) && !isRunning(pid)) await removeProfileFolder(join(tmpdir(), name));
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // it runs, and is another user's
  }
}
