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
    const points = blocks.slice(first, end);
    const isList = points.every(isPoint) || (points.every(isLink) && isAnnounced(first, outline));
    const isThere =
      standBetween(first, end, outline) || (points.every(isDefined) && follow(first, end, outline));
    if (isList && isThere && !anyOf(first, end, isRefused)) keeps.fill(true, first, end);
    first = end;
  }
}

function isPoint({ within, links, chars }: TextBlock): boolean {
  return links === 0 && chars <= MAX_POINT_CHARS && (within & IN_LIST) !== 0;
}

/** Links that the text announces are part of it. */
function isLink({ within, chars }: TextBlock): boolean {
  return chars <= MAX_POINT_CHARS && (within & Within.listItem) !== 0;
}

/** The text before ends with a colon, and is no heading. */
function isAnnounced(first: number, { blocks }: PageOutline): boolean {
  const before = blocks[first - 1]!;
  return !(before.within & (Within.heading | Within.listItem)) && /[:：]\s*$/.test(before.texts.at(-1)!.data);
}

function isDefined({ within }: TextBlock): boolean {
  return (within & Within.definition) !== 0;
}

/** All of them are in one element, beside kept text. */
function follow(first: number, end: number, { blocks, parents, firstBlock, endBlock }: PageOutline): boolean {
  let at = blocks[first]!.owner;
  while (at > 0 && firstBlock[at]! >= first && endBlock[at]! <= end) at = parents[at]!;
  return firstBlock[at]! < first && endBlock[at]! >= end;
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
