import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { StoreBounds } from '../page-store/owner-bytes.js';
import { RowsPageHistory } from '../page-store/rows.page-history.js';
import { PageFolder } from './page-folder.js';

/** A history below the data directory. */
@Injectable()
export class LmdbPageHistory extends RowsPageHistory implements OnModuleInit, OnApplicationShutdown {
  private readonly folder: PageFolder;

  constructor(dataDir: string, bounds: StoreBounds) {
    const folder = new PageFolder(dataDir, 'history');
    super(folder.open, bounds);
    this.folder = folder;
  }

  onModuleInit(): Promise<void> {
    return this.folder.onModuleInit();
  }

  onApplicationShutdown(): Promise<void> {
    return this.folder.onApplicationShutdown();
  }
}
