import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CommandError } from '../command';

/** Flag that is not there on Windows, where only administrators create links. */
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

/**
 * Writes a file of a folder, complete or not at all. Its draft has a new name, and replaces what is there: others may have put links to
 * files outside of the folder in their places.
 */
export async function replaceFile(
  path: string,
  write: (file: FileHandle) => Promise<void>,
  mode = 0o666,
): Promise<void> {
  const draft = join(dirname(path), `.${basename(path).slice(0, 40)}.${randomBytes(6).toString('hex')}.tmp`);
  const file = await open(draft, 'wx', mode); // an existing file, or a link, is an error
  try {
    await write(file).finally(() => file.close());
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

export const replaceText = (path: string, text: string, mode?: number): Promise<void> =>
  replaceFile(path, (file) => file.writeFile(text), mode);

/** Opens a file to append to it and to read it. @throws CommandError if it is a link */
export async function openToAppend(path: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | NO_FOLLOW, 0o666);
  } catch (error) {
    throw isLink(error) ? linkError(path) : error;
  }
}

/** Reads a file of a folder; null if it is missing, or a link. */
export async function readOwn(path: string): Promise<string | null> {
  const file = await open(path, constants.O_RDONLY | NO_FOLLOW).catch(() => null);
  if (!file) return null;
  try {
    return await file.readFile('utf8');
  } catch {
    return null; // a folder
  } finally {
    await file.close();
  }
}

/** @throws CommandError if there is a link in the place of a folder that is ours */
export async function refuseLink(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found?.isSymbolicLink()) throw linkError(path);
}

const isLink = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ELOOP';

const linkError = (path: string): CommandError =>
  new CommandError(`${path} is a link: remove it, or name another output`);
