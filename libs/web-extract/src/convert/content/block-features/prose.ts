import type { TextBlock } from './page-outline.js';

/** A block of prose: long enough for a sentence and mostly not a link. Shorter: captions, bylines, menu entries. */
const MIN_PROSE_CHARS = 80;
const MAX_PROSE_LINKS = 0.4;

export function isProse(block: TextBlock): boolean {
  return (
    block.chars >= MIN_PROSE_CHARS &&
    block.linkChars < MAX_PROSE_LINKS * block.chars &&
    block.sentenceEnds > 0
  );
}
