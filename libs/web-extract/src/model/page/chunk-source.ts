import type { PageMetadata } from './page.js';

/** Markdown to split into chunks. Structured-cloneable. */
export interface ChunkSource {
  /** Final URL of the page. */
  readonly url: string;
  readonly markdown: string;
  readonly metadata: PageMetadata;
  /** Maximum number of tokens of a chunk; null: the default. */
  readonly maxTokens: number | null;
}
