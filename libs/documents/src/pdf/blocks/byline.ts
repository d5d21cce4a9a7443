import type { Block, TextBlock } from './block.js';
import { isBold } from './paragraphs.js';

/** Person names: two to five words, capitalized or particles. */
const NAME =
  /^(?:\p{Lu}[\p{L}.'’-]*|de|da|der|den|di|van|von|la|le|y)(?:\s+(?:\p{Lu}[\p{L}.'’-]*|de|da|der|den|di|van|von|la|le|y)){1,4}$/u;
/** Maximum number of blocks between the title and the author. */
const MAX_BELOW = 2;

/**
 * Author of a document without metadata: a centred line with a name only, below the centred title. Null if there is
 * none.
 */
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
