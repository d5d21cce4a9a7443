import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { UnavailableError } from '../../../model/errors.js';
import { ADVISED_SECONDS } from '../../../model/retry/policies.js';
import type { Listeners } from '../../crawl-store/listeners.js';
import { DATABASE_FILE, loadLmdb, openDatabase } from './crawl-database.js';
import { isOrphan, lockDataDir, ownerOf, type DataDirLock } from './data-dir-lock.js';
import { dataDirError, DataDirError, DataDirInUseError } from './data-dir.error.js';
import type { Flush } from './flush.js';
import { MARK_FILE } from './journal-mark.js';
import { OpenStore } from './open-store.js';
import { checkWritable, makePrivate, makePrivateDirectory } from './private-directory.js';

export interface LmdbStoreOptions {
  /**
   * Directory of the crawls. One process at a time owns it, and only its user can read it. It must not be on a
   * network file system.
   * Absent: a private temporary directory that is removed on close, with a warning at the first crawl.
   */
  readonly dataDir?: string;

  /** @default 'crawls'; 'never' without a dataDir */
  readonly flush?: Flush;
}

interface Opened {
  readonly store: OpenStore;
  readonly lock: DataDirLock;
  readonly path: string;
}

/** A file system that says nothing for this long cannot be used. */
const LONGEST_CHECK_MS = 10_000;
/** The process before this one may still be giving the directory back. */
const LONGEST_HANDOVER_MS = 5_000;
const LOOK_MS = 100;

/** Opens the store when it is needed, and gives everything back on close. */
export class StoreDirectory {
  private readonly logger = new Logger('WebExtract');
  private opening: Promise<Opened> | null = null;
  private isClosed = false;
  private lastTold = '';

  constructor(
    private readonly options: LmdbStoreOptions,
    private readonly listeners: Listeners,
  ) {}

  /**
   * Checks that a `dataDir` is usable, creates missing folders, and opens an existing store.
   * @throws DataDirError
   */
  async start(): Promise<void> {
    const { dataDir } = this.options;
    if (dataDir === undefined) return;
    const path = storePath(dataDir);
    try {
      await inTime(this.examine(dataDir, path));
      await whenFree(path);
      if (this.isPresent()) await this.opened();
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw dataDirError(path, error); // else the disk is full, which passes
    }
  }

  /** Loads what opening needs, so that the first crawl need not wait for it. Hosts without a `dataDir` may never crawl. */
  async prepare(): Promise<void> {
    if (this.options.dataDir !== undefined) await loadLmdb();
  }

  /** @throws UnavailableError, which says no more than callers may know; the rest is logged */
  async open(): Promise<OpenStore> {
    try {
      return (await this.opened()).store;
    } catch (error) {
      throw this.unavailable(error);
    }
  }

  /** @returns null when there is nothing to open: reading must not make a store */
  async openIfPresent(): Promise<OpenStore | null> {
    return this.opening || this.isClosed || this.isPresent() ? this.open() : null;
  }

  /** @throws UnavailableError while crawls cannot be accepted */
  async checkReady(): Promise<void> {
    const { dataDir } = this.options;
    const store = await this.openIfPresent();
    store?.commits.checkWritable();
    if (dataDir === undefined) return;
    const path = storePath(dataDir);
    if (store && existsSync(join(path, DATABASE_FILE))) return;
    if (store) throw this.unavailable(new DataDirError(path, 'was removed while it is in use'));
    try {
      await inTime(this.examine(dataDir, path));
    } catch (error) {
      throw this.unavailable(error);
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const opened = await this.opening?.catch(() => null);
    this.opening = null;
    if (!opened) return;
    const { store, lock, path } = opened;
    await store.close();
    await lock.release();
    if (this.options.dataDir === undefined) await rm(path, { recursive: true, force: true });
  }

  private async opened(): Promise<Opened> {
    if (this.isClosed) throw new UnavailableError('the crawl store is closed');
    this.opening ??= this.openNow();
    try {
      return await this.opening;
    } catch (error) {
      this.opening = null; // the next caller tries again
      throw error;
    }
  }

  private isPresent(): boolean {
    const { dataDir } = this.options;
    const path = dataDir === undefined ? null : storePath(dataDir);
    // a mark without a database: the database was lost, which opening reports
    return path !== null && [DATABASE_FILE, MARK_FILE].some((name) => existsSync(join(path, name)));
  }

  private async openNow(): Promise<Opened> {
    const { dataDir } = this.options;
    const path = dataDir === undefined ? await temporaryDirectory() : storePath(dataDir);
    const flush = this.options.flush ?? (dataDir === undefined ? 'never' : 'crawls');
    if (dataDir !== undefined) await inTime(this.examine(dataDir, path));
    const lock = await lockDataDir(path);
    try {
      const database = await openDatabase(path, { isSynced: flush !== 'never' });
      const store = await OpenStore.open(database, this.listeners, flush);
      return { store, lock, path };
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  private async examine(dataDir: string, path: string): Promise<void> {
    await makePrivateDirectory(resolve(dataDir));
    await makePrivateDirectory(path);
    const shared = (await holdsOnlyTheStore(dataDir)) ? [dataDir, path] : [path];
    const left = (await Promise.all(shared.map(makePrivate))).flat();
    if (left.length > 0) this.tell(`Other users may read ${left.join(', ')}: it belongs to another user`);
    await checkWritable(path, FILES, this.isPresent());
  }

  private unavailable(error: unknown): UnavailableError {
    if (error instanceof UnavailableError) return error;
    const cause = dataDirError(this.options.dataDir ?? tmpdir(), error);
    this.tell(cause.message);
    const reason = cause instanceof DataDirInUseError ? 'is in use by another process' : 'cannot be used now';
    return new UnavailableError(`the crawl store ${reason}`, ADVISED_SECONDS.store, { cause });
  }

  /** Once, not with each request that meets it. */
  private tell(message: string): void {
    if (message !== this.lastTold) this.logger.error(message);
    this.lastTold = message;
  }
}

const TEMPORARY = 'nestjs-web-extract-';
const STORE = 'crawls';
/** Folders of this package in a data directory. */
const OURS: ReadonlySet<string> = new Set([STORE, 'uploads']);
const FILES = [DATABASE_FILE, 'lock.mdb', 'journal-0', 'journal-1', MARK_FILE];

const storePath = (dataDir: string): string => resolve(dataDir, STORE);

/** A directory that the host uses for other things too is not ours to close. */
async function holdsOnlyTheStore(dataDir: string): Promise<boolean> {
  const names = await readdir(dataDir);
  return names.every((name) => OURS.has(name));
}

/** @throws DataDirInUseError when another process does not give the directory back */
async function whenFree(path: string): Promise<void> {
  const givenUpAt = Date.now() + LONGEST_HANDOVER_MS;
  for (let owner = await ownerOf(path); owner !== null; owner = await ownerOf(path)) {
    if (owner === process.pid || Date.now() >= givenUpAt) throw new DataDirInUseError(path, owner);
    await sleep(LOOK_MS);
  }
}

/** A hanging file system call cannot be cancelled, but it is no longer awaited. */
async function inTime(work: Promise<void>): Promise<void> {
  const enough = new AbortController();
  const late = sleep(LONGEST_CHECK_MS, null, { signal: enough.signal }).then(() => {
    throw Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' });
  });
  try {
    await Promise.race([work, late]);
  } finally {
    enough.abort();
    late.catch(() => {}); // ended by us
    work.catch(() => {}); // already reported, or too late
  }
}

async function temporaryDirectory(): Promise<string> {
  new Logger('WebExtract').warn('Crawls will not survive a restart; set dataDir');
  await removeOrphans();
  return mkdtemp(join(tmpdir(), TEMPORARY));
}

/** Processes that were killed could not remove their directories. */
async function removeOrphans(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const path = join(tmpdir(), name);
    if (!name.startsWith(TEMPORARY) || !(await isOrphan(path))) continue;
    await rm(path, { recursive: true, force: true }).catch(() => {}); // it may be another user's
  }
}
