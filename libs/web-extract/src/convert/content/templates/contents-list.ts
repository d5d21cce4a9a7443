import type { AnyNode } from 'domhandler';
import { isElement, type PageText } from '@web-extract/documents/markup/dom/nodes.js';
import { Within } from '../block-features/element-kinds.js';
import { textOfBlock } from '../block-features/page-features.js';
import type { PageOutline, TextBlock } from '../block-features/page-outline.js';

/** Fewer entries may be a cross reference. */
const MIN_ENTRIES = 2;
/** Maximum number of levels between a text and its link. */
const MAX_ANCESTORS = 3;

/**
 * Returns the blocks of a table of contents: items that link to an anchor on the page and repeat the text of
 * a heading.
 */
export function contentsEntries({ blocks }: PageOutline): ReadonlySet<number> {
  const candidates = [...blocks.keys()].filter((at) => isLinkedItem(blocks[at]!));
  if (candidates.length < MIN_ENTRIES) return new Set();
  const headings = new Set(blocks.filter(({ within }) => within & Within.heading).map(lettersOf));
  const entries = candidates.filter((at) => headings.has(lettersOf(blocks[at]!)));
  return new Set(entries.length < MIN_ENTRIES ? [] : entries);
}

function isLinkedItem({ within, chars, linkChars, texts }: TextBlock): boolean {
  return (within & Within.listItem) !== 0 && linkChars === chars && isOwnFragment(texts[0]!);
}

function isOwnFragment(text: PageText): boolean {
  let node = text.parent as AnyNode | null;
  for (let step = 0; node && step < MAX_ANCESTORS; step++, node = node.parent as AnyNode | null) {
    if (isElement(node) && node.name === 'a') return node.attribs['href']?.startsWith('#') ?? false;
  }
  return false;
}

function lettersOf(block: TextBlock): string {
  return textOfBlock(block)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
