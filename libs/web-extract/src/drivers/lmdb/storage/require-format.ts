import type { Batch } from './batch.js';
import {
  FORMAT_PACKED,
  FORMAT_WITH_SEGMENTS,
  FORMAT_WITH_VALUES,
  type CrawlDatabase,
} from './crawl-database.js';

const FORMATS = { segments: FORMAT_WITH_SEGMENTS, packed: FORMAT_PACKED, values: FORMAT_WITH_VALUES };

/** Notes that the store has what earlier versions cannot read. */
export function requireFormat(batch: Batch, { about }: CrawlDatabase, kind: keyof typeof FORMATS): void {
  const format = FORMATS[kind];
  if ((about.get('format') ?? 0) < format) batch.put(about, 'format', format);
}
