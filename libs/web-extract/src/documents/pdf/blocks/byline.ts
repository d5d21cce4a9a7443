import type { Block, TextBlock } from './block.js';
import { isBold } from './paragraphs.js';

/** Names have so many words, all of which begin large, or are short links between them. */
const NAME =
  /^(?:\p{Lu}[\p{L}.'’-]*|de|da|der|den|di|van|von|la|le|y)(?:\s+(?:\p{Lu}[\p{L}.'’-]*|de|da|der|den|di|van|von|la|le|y)){1,4}$/u;
/** A name stands within so many lines below the title. */
const MAX_BELOW = 2;

/** The author of a document that does not state any: a name alone, centred below the centred title. Null where there is none. */
export function authorBelowTitle(blocks: readonly Block[]): string | null {
  const titleAt = blocks.findIndex(({ kind }) => kind === 'heading');
  const title = blocks[titleAt];
  if (title?.kind !== 'heading' || !isCentred(title)) return null;
  for (const block of blocks.slice(titleAt + 1, titleAt + 1 + MAX_BELOW)) {
    if (block.kind !== 'paragraph' || block.page !== title.page) return null;
    const text = block.lines.map(({ text }) => text).join(' ');
    if (block.lines.length === 1 && isCentred(block) && !block.lines.every(isBold) && NAME.test(text))
      return text;
  }
  return null;
}

function isCentred({ lines, left, right }: TextBlock): boolean {
  return lines.every((line) => {
    const before = line.left - left;
    return before > line.size && Math.abs(before - (right - line.right)) < line.size;
  });
}
