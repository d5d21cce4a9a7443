import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import type { Server } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { lockFolder, lockState } from './folder-lock.js';

/** Folders are named by machine and process: machines may share a temporary directory. */
const PREFIX = `web-extract-browser-${hostname().replace(/[^\w.]/g, '_')}-`;
/**
 * Prefix of a folder that is not locked yet. Shorter than {@link PREFIX}: the path of a socket has about 100
 * characters.
 */
const NEW_PREFIX = 'we-new-';

/** A folder for a browser's files, locked until this process ends. */
export class ProfileFolder {
  /**
   * Folders of this process, for every module in it: without locks, only this set distinguishes them from abandoned
   * ones.
   */
  private static readonly own = new Set<string>();

  private constructor(
    readonly path: string,
    private readonly lock: Server | null,
  ) {
    ProfileFolder.own.add(path);
  }

  /** Creates a folder, and removes the folders of this machine whose process has ended. */
  static async create(): Promise<ProfileFolder> {
    await ProfileFolder.sweep().catch(() => {}); // the temporary directory cannot be listed; `mkdtemp` reports why
    const made = await mkdtemp(join(tmpdir(), NEW_PREFIX));
    const lock = await lockFolder(made);
    const path = join(tmpdir(), `${PREFIX}${process.pid}-${basename(made).slice(NEW_PREFIX.length)}`);
    const folder = new ProfileFolder(path, lock);
    await rename(made, path); // only now can other processes find it
    return folder;
  }

  /** Removes the folder. The browser's last processes may still write while they end. */
  async remove(): Promise<void> {
    await removeAll(this.path);
    this.lock?.close();
    ProfileFolder.own.delete(this.path);
  }

  private static async sweep(): Promise<void> {
    for (const name of await readdir(tmpdir())) {
      const path = join(tmpdir(), name);
      if (name.startsWith(PREFIX) && (await ProfileFolder.isAbandoned(path))) await removeAll(path);
    }
  }

  private static async isAbandoned(path: string): Promise<boolean> {
    if (ProfileFolder.own.has(path)) return false;
    const state = await lockState(path);
    if (state !== 'missing') return state === 'released';
    const pid = Number(/^\d+/.exec(basename(path).slice(PREFIX.length))?.[0]);
    return pid === process.pid || (Number.isInteger(pid) && !isRunning(pid));
  }
}

async function removeAll(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }).catch(() => {}); // removed at a later start
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // it runs, as another user
  }
}
