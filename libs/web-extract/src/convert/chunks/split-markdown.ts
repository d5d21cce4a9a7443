import type { Chunk } from '../../model/page/chunk.js';
import type { ChunkSource } from '../../model/page/chunk-source.js';
import { frontMatter } from '../markdown/front-matter.js';
import { chunkPage } from './chunk-page.js';

/** Splits markdown that was written before, without its front matter. */
export function splitMarkdown({ url, markdown, metadata, maxTokens }: ChunkSource): readonly Chunk[] {
  const { title, language } = metadata;
  const head = frontMatter(url, metadata);
  const body = markdown.startsWith(head) ? markdown.slice(head.length) : markdown;
  return chunkPage({ url, markdown: body, title, language }, maxTokens === null ? {} : { maxTokens });
}
