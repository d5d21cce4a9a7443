import { randomBytes } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ArchiveUnavailableError } from '../../model/errors.js';
import type { ArchivedObject, ArchiveListing } from '../../model/crawl/archive.js';
import { ResultArchive } from '../../ports/stores/result-archive.port.js';

const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;
/** Deadline of one operation: a network file system may hang. */
const DEADLINE_MS = 15_000;
const SAFE = /^[\w-][\w./-]*$/;

export interface FsArchiveOptions {
  /** Absolute path of a directory that only this deployment uses. It is created at the first start; only its user can read it. */
  readonly dir: string;
}

/** Stores results of crawls in a directory, also one of a network file system. */
export class FsResultArchive extends ResultArchive {
  private isCreated = false;

  constructor(private readonly options: FsArchiveOptions) {
    super();
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    await this.run(async () => {
      const path = await this.pathOf(name);
      await this.createFolders(name);
      const unfinished = join(dirname(path), `.${randomBytes(8).toString('hex')}.part`);
      try {
        await writeDurably(unfinished, bytes);
        await rename(unfinished, path);
        await syncFolder(dirname(path)); // a name is durable only then
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => {}); // the listing contains it
        throw error;
      }
    });
  }

  async read(name: string, from: number, length: number, signal?: AbortSignal): Promise<Buffer> {
    return this.run(async () => {
      const file = await open(await this.pathOf(name), 'r');
      try {
        const bytes = Buffer.allocUnsafe(length);
        let read = 0;
        while (read < length) {
          const { bytesRead } = await file.read(bytes, read, length - read, from + read);
          if (bytesRead === 0) throw new ArchiveUnavailableError('an object is shorter than it was');
          read += bytesRead;
        }
        return bytes;
      } finally {
        await file.close();
      }
    }, signal);
  }

  /** A listing is complete: the folder of a crawl has a file per 4 MiB. */
  async list(prefix: string): Promise<ArchiveListing> {
    return this.run(async () => {
      const objects: ArchivedObject[] = [];
      await this.collect(prefix.slice(0, prefix.lastIndexOf('/') + 1), prefix, objects);
      return { objects, cursor: null };
    });
  }

  async remove(names: readonly string[]): Promise<void> {
    await this.run(async () => {
      for (const name of names) await rm(await this.pathOf(name), { force: true });
      const folders = new Set(names.map((name) => dirname(name)));
      for (const folder of folders) await rmdir(await this.pathOf(folder)).catch(() => {}); // others remain in it
    });
  }

  async checkReady(): Promise<void> {
    await this.run(async () => {
      const file = join(await this.root(), `.${randomBytes(8).toString('hex')}.part`);
      await (await open(file, 'wx', FILE_MODE)).close();
      await rm(file, { force: true });
    });
  }

  async close(): Promise<void> {}

  private async collect(folder: string, prefix: string, objects: ArchivedObject[]): Promise<void> {
    for (const entry of await entriesOf(join(await this.root(), folder), folder !== '')) {
      const name = folder + entry.name;
      if (entry.isDirectory()) await this.collect(`${name}/`, prefix, objects);
      else if (name.startsWith(prefix) && folder !== '')
        objects.push({ name, modifiedAt: await this.modifiedAt(name) });
    }
  }

  private async modifiedAt(name: string): Promise<number> {
    const found = await stat(join(await this.root(), name)).catch(() => null); // removed in between
    return found?.mtimeMs ?? Date.now();
  }

  /** The directory itself is created once: later its absence means that a file system is not mounted. */
  private async root(): Promise<string> {
    const { dir } = this.options;
    if (this.isCreated) return dir;
    await mkdir(dir, { recursive: true, mode: DIRECTORY_MODE });
    this.isCreated = true;
    return dir;
  }

  private async createFolders(name: string): Promise<void> {
    let path = await this.root();
    for (const folder of dirname(name).split('/')) {
      const parent = path;
      path = join(parent, folder);
      if (await createFolder(path)) await syncFolder(parent);
    }
  }

  private async pathOf(name: string): Promise<string> {
    if (!SAFE.test(name) || name.includes('..'))
      throw new ArchiveUnavailableError('the name of an object is invalid');
    return join(await this.root(), name);
  }

  private async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      return await inTime(work(), signal);
    } catch (error) {
      throw error instanceof ArchiveUnavailableError ? error : explain(error);
    }
  }
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', FILE_MODE);
  try {
    await file.writeFile(bytes);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Writes the names in a folder to the disk, where the file system can. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(unlessNotSupported);
  try {
    await folder?.sync().catch(unlessNotSupported);
  } finally {
    await folder?.close();
  }
}

/** @returns false if it exists */
async function createFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: DIRECTORY_MODE });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return false;
  }
}

/** @param mayBeMissing folders of crawls are created with their first segment */
async function entriesOf(path: string, mayBeMissing: boolean): Promise<Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    if (mayBeMissing && codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Windows and some network file systems cannot synchronize folders. */
function unlessNotSupported(error: unknown): undefined {
  if (!['EINVAL', 'EISDIR', 'EPERM', 'EACCES', 'ENOTSUP', 'EBADF'].includes(codeOf(error))) throw error;
}

/** Calls of the file system cannot be cancelled; a late one is no longer awaited. Keeps nothing of the result. */
function inTime<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new ArchiveUnavailableError('the file system does not respond'));
    const timer = setTimeout(fail, DEADLINE_MS);
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', fail);
    };
    signal?.addEventListener('abort', fail, { once: true });
    if (signal?.aborted) fail();
    void work.then(resolve, reject).finally(end);
  });
}

const codeOf = (error: unknown): string =>
  String((error as NodeJS.ErrnoException | null)?.code ?? 'unknown error');

/** Only the code: the message contains the path. */
function explain(error: unknown): ArchiveUnavailableError {
  const code = codeOf(error);
  const reason =
    code === 'ENOSPC' || code === 'EDQUOT' ? 'the disk is full' : `the file system answers ${code}`;
  return new ArchiveUnavailableError(reason, { cause: error });
}
