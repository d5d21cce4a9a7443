import { constants } from 'node:fs';
import { access, chmod, lstat, mkdir, open, readdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomBytes } from 'node:crypto';

/** Access for this user only: the directory contains secrets of webhooks and cookies of callers. */
const DIRECTORY_MODE = 0o700;
export const FILE_MODE = 0o600;
const OTHERS = 0o077;
const STICKY = 0o1000;

/**
 * Creates a directory that only this user can read, regardless of the umask. An existing one is not changed.
 *
 * Unlike `recursive: true` it fails where creation is impossible (below /proc that option never returns).
 */
export async function makePrivateDirectory(path: string): Promise<void> {
  if (!(await isDirectory(path))) {
    await makeDirectory(dirname(path));
    if (await makeOne(path)) await chmod(path, DIRECTORY_MODE);
  }
}

async function makeDirectory(path: string): Promise<void> {
  if (await isDirectory(path)) return;
  if (dirname(path) !== path) await makeDirectory(dirname(path));
  await makeOne(path);
}

/** @returns false if another process created it first */
async function makeOne(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: DIRECTORY_MODE });
    return true;
  } catch (error) {
    if (await isDirectory(path)) return false;
    throw error;
  }
}

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false;
      throw error;
    },
  );

/**
 * Takes the rights of others from a directory and the files in it.
 * @returns what could not be changed: it is another user's
 */
export async function makePrivate(directory: string): Promise<string[]> {
  const names = await readdir(directory);
  const paths = [directory, ...names.map((name) => join(directory, name))];
  const changed = await Promise.all(paths.map(async (path) => ({ path, isPrivate: await takeRights(path) })));
  return changed.filter(({ isPrivate }) => !isPrivate).map(({ path }) => path);
}

async function takeRights(path: string): Promise<boolean> {
  try {
    const found = await lstat(path);
    const isShared = (found.mode & STICKY) !== 0; // as /tmp is
    const isOurs = found.isFile() || found.isSocket() || (found.isDirectory() && !isShared);
    if (isOurs && (found.mode & OTHERS) !== 0) await chmod(path, found.mode & 0o700);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'; // a socket that went meanwhile
  }
}

/**
 * Checks that files can be created in a directory and that existing ones are writable.
 * @param isFullFine accepts a full disk
 * @throws the error of the file system
 */
export async function checkWritable(
  directory: string,
  files: readonly string[],
  isFullFine: boolean,
): Promise<void> {
  await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  for (const name of files) await checkFile(join(directory, name));
  const probe = join(directory, `probe-${process.pid}-${randomBytes(6).toString('hex')}`);
  try {
    const file = await open(probe, 'wx', FILE_MODE);
    await file.close();
    await unlink(probe);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!isFullFine || (code !== 'ENOSPC' && code !== 'EDQUOT')) throw error;
  }
}

async function checkFile(path: string): Promise<void> {
  try {
    const file = await open(path, 'r+');
    await file.close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
