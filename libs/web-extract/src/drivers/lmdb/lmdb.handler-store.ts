import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { RowsHandlerStore } from '../handler-store/rows.handler-store.js';
import { PageFolder } from './page-folder.js';

/** Cursors of handlers below the data directory. */
@Injectable()
export class LmdbHandlerStore extends RowsHandlerStore implements OnModuleInit, OnApplicationShutdown {
  private readonly folder: PageFolder;

  constructor(dataDir: string) {
    const folder = new PageFolder(dataDir, 'handlers');
    super(folder.open);
    this.folder = folder;
  }

  onModuleInit(): Promise<void> {
    return this.folder.onModuleInit();
  }

  onApplicationShutdown(): Promise<void> {
    return this.folder.onApplicationShutdown();
  }
}
