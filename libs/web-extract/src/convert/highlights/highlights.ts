import { chunkPage, type ChunkedPage } from '../chunks/chunk-page.js';
import { Bm25Index } from '../words/bm25-index.js';

/** A passage is about a paragraph. */
const PASSAGE_TOKENS = 96;
/** What all passages have together at most, in characters; the best one is given whatever its length. */
const MAX_CHARS = 6_000;
const MAX_PASSAGES = 10;

/**
 * The passages of a page that share words with a query, the most telling first: BM25 over the passages of the page, what they stand
 * under counted more. Empty when none does. No model is asked.
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
  /** Of each. */
  readonly maxTokens: number;
  /** Of all together. */
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
