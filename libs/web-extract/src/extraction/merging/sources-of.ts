import type { SourcedEvidence } from '../../model/extraction/extraction.js';
import type { MergingResult, PagePart } from '../../ports/extraction-compute.port.js';
import { atPointer } from '../schema/schema-keywords.js';
import type { ChosenValue, Claim } from './stated-value.js';

/** Maximum number of evidence entries, which are stored with the data. */
const MAX_EVIDENCE = 2_000;
/** Field name of a list at the root. */
const OF_LIST = 'items';

/** Source pages of the values that are unchanged in the final data. */
export function sourcesOf(
  data: unknown,
  { value, claims }: ChosenValue,
  parts: readonly PagePart[],
): Pick<MergingResult, 'evidence' | 'sources'> {
  const evidence: SourcedEvidence[] = [];
  const sources = new Map<string, Set<string>>();
  for (const [path, own] of claims) {
    if (!isStill(path, value, data)) continue;
    const field = fieldOf(path, data);
    for (const claim of own) {
      const { url } = parts[claim.source]!;
      sources.set(field, (sources.get(field) ?? new Set()).add(url));
      const one = evidenceOf(claim, path, url);
      if (one && evidence.length < MAX_EVIDENCE) evidence.push(one);
    }
  }
  return { evidence, sources: Object.fromEntries([...sources].map(([field, urls]) => [field, [...urls]])) };
}

/** True if fitting or repairing did not change or move the value at this path. */
function isStill(path: string, before: unknown, after: unknown): boolean {
  const value = atPointer(after, path);
  return value !== undefined && value !== null && String(value) === String(atPointer(before, path));
}

function fieldOf(path: string, data: unknown): string {
  if (Array.isArray(data)) return OF_LIST;
  return (path.split('/')[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~');
}

function evidenceOf({ evidence }: Claim, path: string, url: string): SourcedEvidence | null {
  return evidence && { ...evidence, path, url };
}
