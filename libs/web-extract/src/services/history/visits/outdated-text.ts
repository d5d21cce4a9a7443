import { fingerprintOf } from '../../../convert/changes/fingerprint.js';
import type { PageReading } from '../../../pipeline/page-reading.js';
import type { HistoryEntry } from '../../../ports/stores/page-history.port.js';

/** Hash of the body of the last visit, if its text was made by another version of the converter. */
export function outdatedBodyOf(entry: HistoryEntry | null, converter: string): string | null {
  return entry?.text && entry.head.converter !== converter ? entry.head.bodyHash : null;
}

/** The last visit as this version of the converter reads its body; null if its body is not stored. */
export async function convertedAgain(
  entry: HistoryEntry,
  { former }: Pick<PageReading, 'former'>,
  converter: string,
): Promise<HistoryEntry | null> {
  const bodyHash = outdatedBodyOf(entry, converter);
  if (!former || !entry.text || former.bodyHash !== bodyHash) return null;
  const { markdown } = former;
  const fingerprint = await fingerprintOf(markdown);
  return {
    ...entry,
    head: { ...entry.head, converter, fingerprint },
    text: { ...entry.text, page: { ...entry.text.page, markdown } },
  };
}
