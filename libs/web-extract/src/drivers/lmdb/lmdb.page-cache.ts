import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { StoreBounds } from '../page-store/owner-bytes.js';
import { RowsPageCache } from '../page-store/rows.page-cache.js';
import { PageFolder } from './page-folder.js';

/** A cache below the data directory. */
@Injectable()
export class LmdbPageCache extends RowsPageCache implements OnModuleInit, OnApplicationShutdown {
  private readonly folder: PageFolder;

  constructor(dataDir: string, bounds: StoreBounds) {
    const folder = new PageFolder(dataDir, 'cache');
    super(folder.open, bounds);
    this.folder = folder;
  }

  onModuleInit(): Promise<void> {
    return this.folder.onModuleInit();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.flush();
    await this.folder.onApplicationShutdown();
  }
}
