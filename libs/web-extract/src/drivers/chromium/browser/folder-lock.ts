import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';

const LOCK_NAME = 'lock';

/** State of a folder's lock: its process is alive, has ended, or never locked the folder. */
type LockState = 'held' | 'released' | 'missing';

/**
 * Errors of `connect`: no process listens, no lock exists, or the path is too long for a socket. For others the lock
 * counts as held.
 */
const STATES: Readonly<Record<string, LockState>> = {
  ECONNREFUSED: 'released',
  ENOENT: 'missing',
  ENAMETOOLONG: 'missing',
  EINVAL: 'missing',
};

/**
 * Locks a folder until this process ends, by a Unix domain socket in it. The kernel releases the lock however the process ends, and
 * process numbers are not involved: containers that share a folder may use the same ones.
 *
 * @returns the lock; null where the system has no such sockets, or the path is too long for one
 */
export async function lockFolder(folder: string): Promise<Server | null> {
  if (process.platform === 'win32') return null;
  const server = createServer((socket) => socket.destroy());
  try {
    server.listen(join(folder, LOCK_NAME));
    await once(server, 'listening');
    return server.unref();
  } catch {
    return null; // the folder is then judged by the process number in its name
  }
}

/** Checks whether the process that locked a folder is alive. */
export async function lockState(folder: string): Promise<LockState> {
  const socket = connect(join(folder, LOCK_NAME));
  try {
    await once(socket, 'connect');
    return 'held';
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return STATES[code] ?? 'held';
  } finally {
    socket.destroy();
  }
}
