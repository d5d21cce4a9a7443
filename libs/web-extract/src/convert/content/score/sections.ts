import type { PageOutline } from '../block-features/page-outline.js';

/** The section of a heading. */
export interface Section {
  /** Block of the heading. */
  readonly heading: number;
  /** 1 to 6; 7 for a heading without a level. */
  readonly level: number;
  /** The block after the section's last. */
  readonly end: number;
}

/**
 * Returns the section of each heading: the blocks up to the next heading of its level or above, within the
 * nearest element that contains more than the heading. So a heading of a sidebar does not include the article
 * next to it.
 *
 * @param levels for each block 1 to 7 if it is a heading, else 0
 */
export function sectionsOf(outline: PageOutline, levels: readonly number[]): Section[] {
  const sections: Section[] = [];
  const open: { heading: number; level: number; end: number }[] = [];
  levels.forEach((level, at) => {
    if (level === 0) return;
    while (open.length > 0 && (open.at(-1)!.level >= level || open.at(-1)!.end <= at)) {
      const last = open.pop()!;
      last.end = Math.min(last.end, at);
    }
    const section = { heading: at, level, end: reachOf(outline, at) };
    sections.push(section);
    open.push(section);
  });
  return sections;
}

/** Returns the end of the nearest element with blocks after this one. */
function reachOf(outline: PageOutline, block: number): number {
  let at = outline.blocks[block]!.owner;
  while (at > 0 && outline.endBlock[at]! <= block + 1) at = outline.parents[at]!;
  return outline.endBlock[at]!;
}
