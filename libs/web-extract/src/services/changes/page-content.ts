import { chunkVersion } from '../../convert/changes/chunk-version.js';
import type { ChunkRef, CorpusChunk, CorpusMetadata, PageContent } from '../../model/change-log.js';
import type { Chunk } from '../../model/page/chunk.js';
import type { Page } from '../../model/page/page.js';

/** Content of a page for a feed, with the difference to the chunks of its previous entry. */
export function contentOf(page: Page, chunks: readonly Chunk[], before: readonly ChunkRef[]): PageContent {
  const known = new Map(before);
  const current = chunks.map(corpusChunk);
  const ids = new Set(current.map(({ id }) => id));
  const isStale = (chunk: CorpusChunk) => known.get(chunk.id) !== chunkVersion(chunk);
  const stale = before.length === 0 ? current : current.filter(isStale);
  return {
    metadata: metadataOf(page),
    chunks: current,
    upsert: stale.map(({ id }) => id),
    delete: before.flatMap(([id]) => (ids.has(id) ? [] : [id])),
  };
}

function corpusChunk({
  id,
  hash,
  markdown: text,
  headings: headingPath,
  url,
  anchor,
  tokens,
}: Chunk): CorpusChunk {
  return { id, hash, text, headingPath, url: anchor === null ? url : `${url}#${anchor}`, tokens };
}

function metadataOf({ metadata, statusCode, contentType }: Page): CorpusMetadata {
  const { title, description, language, author, publishedAt, modifiedAt } = metadata;
  return { title, description, language, author, publishedAt, modifiedAt, statusCode, contentType };
}
