import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { RowsMonitorStore } from '../../monitor-store/rows.monitor-store.js';
import { PageFolder } from '../page-folder.js';

/** Monitors below the data directory. */
@Injectable()
export class LmdbMonitorStore extends RowsMonitorStore implements OnModuleInit, OnApplicationShutdown {
  private readonly folder: PageFolder;

  constructor(dataDir: string) {
    const folder = new PageFolder(dataDir, 'monitors');
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
