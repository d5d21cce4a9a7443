import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ResultArchive } from '../../ports/stores/result-archive.port.js';

/** Closes the archive at shutdown. */
@Injectable()
export class ArchiveConnection implements OnApplicationShutdown {
  constructor(private readonly archive: ResultArchive) {}

  async onApplicationShutdown(): Promise<void> {
    const archive = this.archive as ResultArchive | null; // null if none is configured
    await archive?.close();
  }
}
