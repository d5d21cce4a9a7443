import type { AnyNode } from 'domhandler';
import type { OutlineMedia, PageOutline } from './block-features/page-outline.js';

/** Why a part of the page is no content. */
export type RemovalReason =
  | 'not selected'
  | 'excluded'
  | 'navigation'
  | 'page header'
  | 'page footer'
  | 'side content'
  | 'dialog'
  | 'named as boilerplate'
  | 'link list'
  | 'outside the content'
  | 'media outside the content'
  | 'decoration'
  | 'repeated'
  | 'reviews';

/** A verdict for each block of an outline: `null` keeps it. */
export type BlockVerdicts = readonly (RemovalReason | null)[];

/**
 * Turns verdicts on blocks into the fewest nodes to remove: an element goes when all its text goes, else its own text
 * nodes go one by one. Media without text share the fate of the blocks around them.
 *
 * @param pictures media that stay although no block beside them is kept
 */
export function planRemoval(
  outline: PageOutline,
  verdicts: BlockVerdicts,
  pictures: ReadonlySet<OutlineMedia> = NO_PICTURES,
): Map<AnyNode, RemovalReason> {
  const removed = new Map<AnyNode, RemovalReason>();
  const kept = keptTotals(verdicts);
  const goes = markElements(outline, verdicts, { kept, holds: holdersOf(outline, pictures) }, removed);
  removeLooseTexts(outline, verdicts, goes, removed);
  removeLooseMedia(outline, kept, { pictures, removed });
  return removed;
}

const NO_PICTURES: ReadonlySet<OutlineMedia> = new Set();

/** 1 for each element that holds one of the pictures; null without pictures. */
function holdersOf(
  { elements, parents }: PageOutline,
  pictures: ReadonlySet<OutlineMedia>,
): Uint8Array | null {
  if (pictures.size === 0) return null;
  const holds = new Uint8Array(elements.length);
  for (const { holder } of pictures)
    for (let at = holder; at > 0 && !holds[at]; at = parents[at]!) holds[at] = 1;
  return holds;
}

function keptTotals(verdicts: BlockVerdicts): Int32Array {
  const totals = new Int32Array(verdicts.length + 1);
  verdicts.forEach((verdict, at) => (totals[at + 1] = totals[at]! + (verdict === null ? 1 : 0)));
  return totals;
}

/** For each element whether it, or one above it, is removed. */
function markElements(
  outline: PageOutline,
  verdicts: BlockVerdicts,
  { kept, holds }: { readonly kept: Int32Array; readonly holds: Uint8Array | null },
  removed: Map<AnyNode, RemovalReason>,
): Uint8Array {
  const goes = new Uint8Array(outline.elements.length);
  for (let at = 1; at < goes.length; at++) {
    const first = outline.firstBlock[at]!;
    const end = outline.endBlock[at]!;
    if (goes[outline.parents[at]!]) {
      goes[at] = 1;
    } else if (end > first && kept[end] === kept[first] && !holds?.[at]) {
      goes[at] = 1;
      removed.set(outline.elements[at] as AnyNode, verdicts[first]!);
    }
  }
  return goes;
}

function removeLooseTexts(
  outline: PageOutline,
  verdicts: BlockVerdicts,
  goes: Uint8Array,
  removed: Map<AnyNode, RemovalReason>,
): void {
  outline.blocks.forEach((block, at) => {
    const verdict = verdicts[at]!;
    if (verdict === null || goes[block.owner]) return;
    for (const text of block.texts) removed.set(text, verdict);
  });
}

function removeLooseMedia(
  outline: PageOutline,
  kept: Int32Array,
  {
    pictures,
    removed,
  }: { readonly pictures: ReadonlySet<OutlineMedia>; readonly removed: Map<AnyNode, RemovalReason> },
): void {
  const total = kept.length - 1;
  for (const medium of outline.media) {
    if (pictures.has(medium)) continue;
    const { element, nextBlock } = medium;
    if (element.name === 'hr' && (kept[nextBlock] === 0 || kept[nextBlock] === kept[total])) {
      removed.set(element, 'decoration');
      continue;
    }
    const around = kept[Math.min(total, nextBlock + 1)]! - kept[Math.max(0, nextBlock - 1)]!;
    if (around === 0 && total > 0) removed.set(element, 'media outside the content');
  }
}
