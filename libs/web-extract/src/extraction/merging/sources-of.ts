import type { SourcedEvidence } from '../../model/extraction/extraction.js';
import type { GatheringResult, PagePart } from '../../ports/examiner.port.js';
import { atPointer } from '../schema/schema-keywords.js';
import type { ChosenValue, Claim } from './stated-value.js';

/** Kept of very much evidence: it is stored with the data. */
const MAX_EVIDENCE = 2_000;
/** What a list at the root goes by. */
const OF_LIST = 'items';

/** Which pages the parts of a value come from, as far as the value is what they state. */
export function sourcesOf(
  data: unknown,
  { value, claims }: ChosenValue,
  parts: readonly PagePart[],
): Pick<GatheringResult, 'evidence' | 'sources'> {
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

/** Putting a value into form, or having it repaired, may have changed what stands in a place, or moved it. */
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
