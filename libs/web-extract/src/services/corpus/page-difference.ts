import { chunkVersion } from '../../convert/changes/chunk-version.js';
import { nameOf } from '../../convert/changes/fingerprint.js';
import type { ChunkRef, CorpusChunk, PageContent } from '../../model/change-log.js';
import type { CorpusEntry } from '../../model/corpus.js';

/** Version of a chunk that a sink may have in any version, or not at all. */
export const UNKNOWN = '';

/** Number of an entry that no page has: the page is passed again. */
export const STALE = 0;

/** The chunks of a page that a sink lacks, and those that it has too many. */
export interface PageDifference {
  readonly upsert: readonly CorpusEntry[];
  readonly remove: readonly string[];
  /** Chunks of the page, once the sink has received the difference. */
  readonly after: readonly ChunkRef[];
  /** Chunks that the sink may have while it receives the difference. */
  readonly meanwhile: readonly ChunkRef[];
}

/** @param before chunks that the sink has received */
export function differenceOf(
  url: string,
  { chunks, metadata: { title, language } }: PageContent,
  before: readonly ChunkRef[],
): PageDifference {
  const known = new Map(before);
  const after = chunks.map((chunk) => [chunk.id, versionOf(chunk, title, language)] as const);
  const current = new Map(after);
  const isStale = (id: string) => known.get(id) !== current.get(id);
  const upsert = chunks
    .filter(({ id }) => isStale(id))
    .map((chunk) => ({ ...chunk, pageUrl: url, title, language }));
  const remove = before.flatMap(([id]) => (current.has(id) ? [] : [id]));
  const meanwhile = new Map([...known, ...upsert.map(({ id }) => [id, UNKNOWN] as const)]);
  for (const id of remove) meanwhile.set(id, UNKNOWN);
  return { upsert, remove, after, meanwhile: [...meanwhile] };
}

/** Identifies everything that a sink receives of a chunk. */
const versionOf = (chunk: CorpusChunk, title: string | null, language: string | null): string =>
  nameOf([chunkVersion(chunk), title, language]);
