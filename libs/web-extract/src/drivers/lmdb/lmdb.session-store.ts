import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { RowsSessionStore } from '../session-store/rows.session-store.js';
import { PageFolder } from './page-folder.js';

/** Encrypted sessions below the data directory. */
@Injectable()
export class LmdbSessionStore extends RowsSessionStore implements OnModuleInit, OnApplicationShutdown {
  private readonly folder: PageFolder;

  constructor(dataDir: string) {
    const folder = new PageFolder(dataDir, 'sessions');
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
