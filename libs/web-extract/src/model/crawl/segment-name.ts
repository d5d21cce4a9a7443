import { randomBytes } from 'node:crypto';

/** Folders that crawls are spread over. */
const SHARDS = 64;

const folderOf = (shard: number): string => `${shard.toString(16).padStart(2, '0')}/`;

/** Prefixes of all segments, to be listed one after the other. */
export const SEGMENT_FOLDERS: readonly string[] = Array.from({ length: SHARDS }, (_, shard) =>
  folderOf(shard),
);

/** Prefix of the segments of a crawl. */
export const prefixOf = (crawlId: string): string =>
  `${folderOf((parseInt(crawlId.slice(0, 8), 16) || 0) % SHARDS)}${crawlId}/`;

/** A new name below the prefix, with 128 random bits. @param first position of the first page @param end position after the last one */
export const newSegment = (first: number, end: number): string =>
  `${first}-${end}-${randomBytes(16).toString('hex')}.seg`;

/** A new name below the prefix for waiting URLs. @param first sequence of the first one */
export const newQueueObject = (first: string): string =>
  `queue-${first}-${randomBytes(16).toString('hex')}.urls`;

/** @returns the crawl of an object; null if its name is not one of a segment */
export const crawlOf = (name: string): string | null =>
  /^[\da-f]{2}\/([\da-f-]{36})\//.exec(name)?.[1] ?? null;
