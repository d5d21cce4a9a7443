import { chunkPage } from '../../../convert/chunks/chunk-page.js';
import { frontMatter } from '../../../convert/markdown/front-matter.js';
import type { Chunk, ChunkOptions } from '../../../model/page/chunk.js';
import type { Page } from '../../../model/page/page.js';

/** Maximum number of distinct texts in memory, about 150 bytes each. */
const MAX_TEXTS = 500_000;

/**
 * Yields the chunks of pages in order. A chunk with the text of an earlier chunk names that one in `sameAs`.
 *
 * Splits the markdown again, without front matter; only the anchors of stored chunks are used.
 */
export async function* crawlChunks(pages: AsyncIterable<Page>, options: ChunkOptions): AsyncGenerator<Chunk> {
  const first = new Map<string, string>();
  for await (const page of pages) {
    for (const chunk of chunksOfPage(page, options)) {
      const sameAs = first.get(chunk.hash) ?? null;
      if (sameAs === null && first.size < MAX_TEXTS) first.set(chunk.hash, chunk.id);
      yield { ...chunk, sameAs };
    }
  }
}

function chunksOfPage({ url, markdown, metadata, chunks = [] }: Page, options: ChunkOptions): Chunk[] {
  if (markdown === null) return [...chunks];
  const anchors = new Map(chunks.map(({ headings, anchor }) => [JSON.stringify(headings), anchor]));
  const { title, language } = metadata;
  const head = frontMatter(url, metadata);
  const body = markdown.startsWith(head) ? markdown.slice(head.length) : markdown;
  return chunkPage({ url, markdown: body, title, language }, options).map((chunk) => ({
    ...chunk,
    anchor: anchors.get(JSON.stringify(chunk.headings)) ?? null,
  }));
}
