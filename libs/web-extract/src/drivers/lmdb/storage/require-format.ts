import type { Batch } from './batch.js';
import { FORMAT_PACKED, FORMAT_WITH_SEGMENTS, type CrawlDatabase } from './crawl-database.js';

/** Notes that the store has what earlier versions cannot read. */
export function requireFormat(batch: Batch, { about }: CrawlDatabase, kind: 'segments' | 'packed'): void {
  const format = kind === 'packed' ? FORMAT_PACKED : FORMAT_WITH_SEGMENTS;
  if ((about.get('format') ?? 0) < format) batch.put(about, 'format', format);
}
