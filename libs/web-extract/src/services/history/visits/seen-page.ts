import type { Page } from '../../../model/page/page.js';
import type { SeenPage } from '../../../pipeline/freshness/judge-visit.js';
import type { PageReading } from '../../../pipeline/page-reading.js';
import type { HistoryEntry } from '../../../ports/stores/page-history.port.js';
import { factsOf } from './visit-snapshot.js';

/** Facts by which a visit is judged. */
export function seenAs(
  reading: PageReading,
  { statusCode, quality, markdown }: Page,
  entry: HistoryEntry | null,
): SeenPage {
  const { isTruncated, rendering } = factsOf(reading);
  const wasRendered = entry?.text
    ? entry.text.page.fetchedBy === 'browser'
    : (entry?.head.isRendered ?? false);
  const isUnrendered = wasRendered
    ? ['worse', 'failed', 'missing'].includes(rendering)
    : rendering === 'failed';
  return { statusCode, flags: quality.flags, text: markdown ?? '', isTruncated, isUnrendered };
}
