import { join } from 'node:path';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { checkDatabase } from './storage/check-database.js';
import { LmdbRowStore } from './storage/lmdb.row-store.js';

/** A folder with a store of rows below the data directory. Opens at the first need. */
export class PageFolder implements OnModuleInit, OnApplicationShutdown {
  private readonly path: string;
  private opening: Promise<LmdbRowStore> | undefined;

  constructor(dataDir: string, name: string) {
    this.path = join(dataDir, name);
  }

  readonly open = (): Promise<LmdbRowStore> => {
    this.opening ??= LmdbRowStore.open(this.path).catch((error: unknown) => {
      this.opening = undefined; // the disk may have room later
      throw error;
    });
    return this.opening;
  };

  /** Damage ends the start. @throws DataDirError */
  async onModuleInit(): Promise<void> {
    await checkDatabase(this.path);
  }

  async onApplicationShutdown(): Promise<void> {
    const store = await this.opening?.catch(() => null);
    await store?.close();
  }
}
