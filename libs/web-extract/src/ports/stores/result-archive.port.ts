import type { Archive, ArchiveListing } from '../../model/crawl/archive.js';

/** Stores results of crawls outside of the crawl store: a directory or a bucket. See `Archive` for the contract. */
export abstract class ResultArchive implements Archive {
  abstract put(name: string, bytes: Buffer): Promise<void>;
  abstract read(name: string, from: number, length: number, signal?: AbortSignal): Promise<Buffer>;
  abstract list(prefix: string, cursor?: string): Promise<ArchiveListing>;
  abstract remove(names: readonly string[]): Promise<void>;
  abstract checkReady(): Promise<void>;
  abstract close(): Promise<void>;
}
