import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { RowsExtractorStore } from '../extractor-store/rows.extractor-store.js';
import { PageFolder } from './page-folder.js';

/** Extractors below the data directory. */
@Injectable()
export class LmdbExtractorStore extends RowsExtractorStore implements OnModuleInit, OnApplicationShutdown {
  private readonly folder: PageFolder;

  constructor(dataDir: string) {
    const folder = new PageFolder(dataDir, 'extractors');
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
