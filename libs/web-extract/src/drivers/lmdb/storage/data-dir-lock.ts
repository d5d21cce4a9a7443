import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, realpath, rename, rm, symlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataDirInUseError } from './data-dir.error.js';
import { FILE_MODE, makePrivateDirectory } from './private-directory.js';

export interface DataDirLock {
  release(): Promise<void>;
}

const TRIES = 4;
const NAME = /^owner-(\d+)-[0-9a-f]+\.sock$/;
/** Longest path of a socket that every system takes. */
const MAX_SOCKET_PATH = 100;
/** The file system has no sockets, or no room for one. */
const NO_SOCKETS = new Set(['ENOTSUP', 'EOPNOTSUPP', 'EPERM', 'ENOSYS', 'EINVAL', 'ENOSPC']);

/**
 * Owns a directory until `release`, or until the process ends for any reason.
 *
 * The owner listens on a socket in the directory. Only the kernel knows reliably if a process is alive: the socket
 * accepts
 * connections exactly as long, regardless of how the process ends and whether its pid is reused, also from other
 * containers
 * that share the directory. Each candidate first listens, then looks for others: of two concurrent ones at most one
 * succeeds.
 *
 * @throws DataDirInUseError naming the directory and its owner
 */
export async function lockDataDir(directory: string): Promise<DataDirLock> {
  await makePrivateDirectory(directory);
  if (process.platform === 'win32') return lockPipe(directory, await nameOf(directory));
  const places = await placesOf(directory);
  for (let tries = 1; ; tries++) {
    const own = await listenInFirst(places);
    const other = await findOther(places, own.name);
    if (other === null) return own;
    await own.release();
    if (tries === TRIES) throw new DataDirInUseError(directory, other);
    await sleep(Math.random() * 100); // the other may be a candidate too, and give way
  }
}

/** The pid of the directory's current owner. Not available on Windows. */
export async function ownerOf(directory: string): Promise<number | null> {
  return process.platform === 'win32' ? null : findOther(await placesOf(directory), '');
}

/** The second is for file systems without sockets. */
const placesOf = async (directory: string): Promise<string[]> => [
  directory,
  join(tmpdir(), await nameOf(directory)),
];

async function nameOf(directory: string): Promise<string> {
  const path = await realpath(directory);
  return `nestjs-web-extract-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`;
}

/** True if the owner of a directory ended without releasing it. */
export async function isOrphan(directory: string): Promise<boolean> {
  const names = await readdir(directory).catch(() => []);
  return names.some((name) => NAME.test(name)) && (await findOther([directory], '')) === null;
}

/** Windows gives the name of a pipe to one process at a time, and takes it back when that ends. */
async function lockPipe(directory: string, name: string): Promise<DataDirLock> {
  const server = createServer((socket) => socket.destroy()).unref();
  await listen(server, `\\\\.\\pipe\\${name}`).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new DataDirInUseError(directory, null) : error;
  });
  return { release: () => closed(server) };
}

interface Own extends DataDirLock {
  readonly name: string;
}

async function listenInFirst([place, ...others]: readonly string[]): Promise<Own> {
  if (place === undefined) throw new Error('There is no place for the lock of the data directory');
  try {
    return await listenIn(place);
  } catch (error) {
    if (others.length === 0 || !NO_SOCKETS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await mkdir(others[0]!, { recursive: true, mode: 0o700 });
    return listenInFirst(others);
  }
}

async function listenIn(place: string): Promise<Own> {
  const name = `owner-${process.pid}-${randomBytes(6).toString('hex')}.sock`;
  const alias = await shortAlias(place, name);
  const server = createServer((socket) => socket.destroy()).unref();
  try {
    await listen(server, join(alias.path, `${name}.new`));
    await chmod(join(place, `${name}.new`), FILE_MODE);
    await rename(join(place, `${name}.new`), join(place, name)); // seen only now that it answers
  } finally {
    await alias.remove();
  }
  const release = async () => {
    await rm(join(place, name), { force: true });
    await closed(server);
  };
  return { name, release };
}

const listen = (server: Server, path: string) =>
  new Promise<void>((resolve, reject) => void server.once('error', reject).listen(path, resolve));

const closed = (server: Server) => new Promise<void>((resolve) => void server.close(() => resolve()));

/** The pid of another living owner or candidate. Sockets of dead ones are removed. */
async function findOther(places: readonly string[], own: string): Promise<number | null> {
  for (const place of places) {
    for (const name of await readdir(place).catch(() => [])) {
      const pid = NAME.exec(name)?.[1];
      if (pid === undefined || name === own) continue;
      if (await answers(place, name)) return Number(pid);
      await rm(join(place, name), { force: true });
    }
  }
  return null;
}

async function answers(place: string, name: string): Promise<boolean> {
  const alias = await shortAlias(place, name);
  try {
    return await new Promise<boolean>((resolve) => {
      const socket = connect(join(alias.path, name), () => resolve(true));
      // refused or missing: no listener; any other error (such as a missing permission) means that the owner is alive
      socket.on('error', ({ code }: NodeJS.ErrnoException) =>
        resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT'),
      );
      socket.once('close', () => socket.destroy()).once('connect', () => socket.destroy());
    });
  } finally {
    await alias.remove();
  }
}

/** Paths of sockets must be short: a long one is reached by a link. */
async function shortAlias(place: string, name: string): Promise<{ path: string; remove(): Promise<void> }> {
  if (Buffer.byteLength(join(place, `${name}.new`)) <= MAX_SOCKET_PATH)
    return { path: place, remove: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), 'we-'));
  await symlink(await realpath(place), join(folder, 'd'));
  return { path: join(folder, 'd'), remove: () => rm(folder, { recursive: true, force: true }) };
}
