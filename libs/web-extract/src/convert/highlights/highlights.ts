import { chunkPage, type ChunkedPage } from '../chunks/chunk-page.js';
import { Bm25Index } from '../words/bm25-index.js';

/** A passage is about a paragraph. */
const PASSAGE_TOKENS = 96;
/** Maximum total length of all passages, in characters; the best one is returned regardless of its length. */
const MAX_CHARS = 6_000;
const MAX_PASSAGES = 10;

/**
 * Returns the passages of a page that match a query, the most relevant first: BM25 over its passages, with a
 * higher weight for their headings. Empty if there are none. No model is called.
 */
export function highlights(page: ChunkedPage, query: string): string {
  return passagesFor(page, query, { maxTokens: PASSAGE_TOKENS, maxChars: MAX_CHARS })
    .slice(0, MAX_PASSAGES)
    .map(({ text }) => text)
    .join('\n\n');
}

/** A piece of a page, and its place in it. */
interface Passage {
  readonly text: string;
  readonly start: number;
}

interface PassageBounds {
  /** Limit of each passage. */
  readonly maxTokens: number;
  /** Limit of all passages together. */
  readonly maxChars: number;
}

/** The best passages for a query, as many as there is room for, the most telling first. */
export function passagesFor(
  page: ChunkedPage,
  query: string,
  { maxTokens, maxChars }: PassageBounds,
): Passage[] {
  const chunks = chunkPage(page, { maxTokens });
  const index = new Bm25Index();
  const byId = new Map(
    chunks.map((chunk) => {
      const head = chunk.headings.map((text) => ({ text, weight: 1 }));
      return [index.add({ head, body: chunk.markdown }), chunk] as const;
    }),
  );
  const found: Passage[] = [];
  let chars = 0;
  for (const { id } of index.search(query)) {
    const { markdown, start } = byId.get(id)!;
    chars += markdown.length;
    if (found.length > 0 && chars > maxChars) break;
    found.push({ text: markdown, start });
  }
  return found;
}
