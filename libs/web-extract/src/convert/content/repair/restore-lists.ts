import { Within } from '../block-features/element-kinds.js';
import type { PageOutline, TextBlock } from '../block-features/page-outline.js';

/** Longer items are selected by their text. */
const MAX_POINT_CHARS = 80;
const IN_LIST = Within.listItem | Within.definition | Within.table;

/**
 * Keeps lists and tables without links between paragraphs that are kept: points of two words look like a menu where each is
 * judged by itself.
 */
export function restoreLists(
  keeps: boolean[],
  { outline, isRefused }: { readonly outline: PageOutline; readonly isRefused: (at: number) => boolean },
): void {
  const { blocks } = outline;
  for (let first = keeps.indexOf(true) + 1; first > 0 && first < keeps.length; first++) {
    if (keeps[first]) continue;
    const end = keeps.indexOf(true, first);
    if (end < 0) return;
    const isList = blocks.slice(first, end).every(isPoint);
    if (isList && standBetween(first, end, outline) && !anyOf(first, end, isRefused))
      keeps.fill(true, first, end);
    first = end;
  }
}

function isPoint({ within, links, chars }: TextBlock): boolean {
  return links === 0 && chars <= MAX_POINT_CHARS && (within & IN_LIST) !== 0;
}

function anyOf(first: number, end: number, test: (at: number) => boolean): boolean {
  for (let at = first; at < end; at++) if (test(at)) return true;
  return false;
}

/** The outermost element around the first of them, and nothing else, stands in one that holds what comes before and after. */
function standBetween(
  first: number,
  end: number,
  { blocks, parents, firstBlock, endBlock }: PageOutline,
): boolean {
  let at = blocks[first]!.owner;
  while (at > 0 && firstBlock[at]! >= first && endBlock[at]! <= end) at = parents[at]!;
  return firstBlock[at]! < first && endBlock[at]! > end;
}
