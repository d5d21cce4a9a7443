import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { RowsMonitorStore } from '../../monitor-store/rows.monitor-store.js';
import { PageFolder } from '../page-folder.js';

/** 1 packed pages of checks with deflate; 2 stored the targets of monitors with them. */
const LAYOUT = { written: 3, oldestRead: 1 };

/** Monitors below the data directory. */
@Injectable()
export class LmdbMonitorStore extends RowsMonitorStore implements OnModuleInit, OnApplicationShutdown {
  private readonly folder: PageFolder;

  constructor(dataDir: string) {
    const folder = new PageFolder(dataDir, 'monitors', LAYOUT);
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
