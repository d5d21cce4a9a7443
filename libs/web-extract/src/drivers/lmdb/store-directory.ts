import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Logger } from '@nestjs/common';
import { UnavailableError } from '../../model/errors.js';
import { loadLmdb, openDatabase } from './crawl-database.js';
import { isOrphan, lockDataDir, type DataDirLock } from './data-dir-lock.js';
import type { Listeners } from '../crawl-store/listeners.js';
import type { Flush } from './flush.js';
import { OpenStore } from './open-store.js';

export interface LmdbStoreOptions {
  /**
   * Where crawls are kept; one process at a time owns it. It may not lie on a network file system.
   * Absent: a private temporary directory that is removed on close, and a warning at the first crawl.
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

/** Opens the store when it is needed, and gives everything back on close. */
export class StoreDirectory {
  private opening: Promise<Opened> | null = null;
  private isClosed = false;

  constructor(
    private readonly options: LmdbStoreOptions,
    private readonly listeners: Listeners,
  ) {}

  /** Loads what opening needs, so that the first crawl need not wait for it. Hosts without a `dataDir` may never crawl. */
  async prepare(): Promise<void> {
    if (this.options.dataDir !== undefined) await loadLmdb();
  }

  /** @throws DataDirInUseError, UnavailableError after `close` */
  async open(): Promise<OpenStore> {
    if (this.isClosed) throw new UnavailableError('the crawl store is closed');
    this.opening ??= this.openNow();
    try {
      return (await this.opening).store;
    } catch (error) {
      this.opening = null; // the next caller tries again
      throw error;
    }
  }

  /** @returns null when there is nothing to open: reading must not make a store */
  async openIfPresent(): Promise<OpenStore | null> {
    return this.opening || this.isClosed || this.isPresent() ? this.open() : null;
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

  private isPresent(): boolean {
    const { dataDir } = this.options;
    return dataDir !== undefined && existsSync(join(storePath(dataDir), 'data.mdb'));
  }

  private async openNow(): Promise<Opened> {
    const { dataDir } = this.options;
    const path = dataDir === undefined ? await temporaryDirectory() : storePath(dataDir);
    const flush = this.options.flush ?? (dataDir === undefined ? 'never' : 'crawls');
    await mkdir(path, { recursive: true });
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
}

const TEMPORARY = 'nestjs-web-extract-';

const storePath = (dataDir: string): string => resolve(dataDir, 'crawls');

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
