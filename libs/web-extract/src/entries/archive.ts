import { FsResultArchive, type FsArchiveOptions } from '../drivers/fs-archive/fs.result-archive.js';
import type { S3ArchiveOptions } from '../drivers/s3-archive/s3-archive.options.js';
import { S3ResultArchive } from '../drivers/s3-archive/s3.result-archive.js';
import type { Archive } from '../model/crawl/archive.js';

export type { Archive, ArchivedObject, ArchiveListing } from '../model/crawl/archive.js';
export type { FsArchiveOptions } from '../drivers/fs-archive/fs.result-archive.js';
export type { S3ArchiveOptions, S3Credentials } from '../drivers/s3-archive/s3-archive.options.js';

/**
 * Stores the results of crawls in a directory:
 * `WebExtractModule.forRoot({ archive: fsArchive({ dir: '/data/results' }) })`.
 */
export const fsArchive = (options: FsArchiveOptions): Archive => new FsResultArchive(options);

/** Stores the results of crawls in a bucket. @throws InvalidOptionsError naming every invalid option */
export const s3Archive = (options: S3ArchiveOptions): Archive => new S3ResultArchive(options);
