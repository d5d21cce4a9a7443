import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { Within } from '../block-features/element-kinds.js';
import type { PageOutline } from '../block-features/page-outline.js';
import { tabPanelsOf } from '../cleaning/spread-tabs.js';

/**
 * Keeps all panels of a row of tabs with code, and their names, when any of them is kept: they show the same in several
 * languages. The tabs of a product are different parts of its page.
 */
export function restoreTabs(
  keeps: boolean[],
  { outline, isRefused }: { readonly outline: PageOutline; readonly isRefused: (at: number) => boolean },
): void {
  const groups = tabPanelsOf(outline.root);
  if (groups.length === 0) return;
  const places = new Map<unknown, number>();
  outline.elements.forEach((element, at) => places.set(element, at));
  for (const panels of groups) {
    const ranges = panels.flatMap((panel: PageElement) => {
      const at = places.get(panel);
      return at === undefined ? [] : [{ first: outline.firstBlock[at]!, end: outline.endBlock[at]! }];
    });
    const hasCode = ranges.some(({ first, end }) =>
      outline.blocks.slice(first, end).some(({ within }) => within & Within.code),
    );
    const isKept = ranges.some(({ first, end }) => keeps.slice(first, end).includes(true));
    if (!hasCode || !isKept) continue;
    for (const { first, end } of ranges) for (let at = first; at < end; at++) keeps[at] ||= !isRefused(at);
  }
}
