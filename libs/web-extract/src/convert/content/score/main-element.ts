import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { Within } from '../block-features/element-kinds.js';
import { isProse } from '../block-features/prose.js';
import type { PageOutline } from '../block-features/page-outline.js';
import type { BlockVerdicts } from '../removal-plan.js';

/** Minimum prose of a main element, in characters or in words: with less it may not be the content. Two Chinese or Japanese characters count as a word. */
const MIN_PROSE_CHARS = 200;
const MIN_PROSE_WORDS = 50;
/** Maximum number of main elements that are examined. */
const MAX_EXAMINED = 10;

/**
 * Drops blocks outside the main element of a page, if the page names exactly one and that holds prose: a short article is
 * lost among the links of a large site, but the page itself states where it is.
 *
 * @returns null if the page states no such element
 */
export function withinMain(outline: PageOutline, verdicts: BlockVerdicts): BlockVerdicts | null {
  const main = mainOf(outline);
  if (main < 0) return null;
  const [first, end] = [outline.firstBlock[main]!, outline.endBlock[main]!];
  let [chars, words] = [0, 0];
  for (let at = first; at < end; at++) {
    const block = outline.blocks[at]!;
    if (verdicts[at] !== null || !isProse(block)) continue;
    chars += block.chars - block.linkChars;
    words += block.words * (1 - block.linkChars / Math.max(1, block.chars));
  }
  if (chars < MIN_PROSE_CHARS && words < MIN_PROSE_WORDS) return null;
  return verdicts.map((verdict, at) => verdict ?? (at >= first && at < end ? null : 'outside the content'));
}

/** Index of the only main element that has text and is not part of an overlay; -1 if there are none or several. */
export function mainOf(outline: PageOutline): number {
  const { elements, within, firstBlock, endBlock } = outline;
  let [main, examined] = [-1, 0];
  for (let at = 1; at < elements.length; at++) {
    if (!(within[at]! & Within.main)) continue; // cheaper than reading the attributes of each element
    const { name, attribs } = elements[at] as PageElement;
    if ((name !== 'main' && attribs['role'] !== 'main') || firstBlock[at] === endBlock[at]) continue;
    if (main >= 0 && endBlock[main]! > firstBlock[at]!) continue; // one inside the other
    if (++examined > MAX_EXAMINED) return -1;
    if (isInOverlay(at, outline)) continue;
    if (main >= 0) return -1;
    main = at;
  }
  return main;
}

/** Class names and ids of overlays. `has-modal` and `modal-open` describe the state of the page. */
const OVERLAY_NAME =
  /(?<!(?:has|with|without|no|show|hide)[-_])(?:cookie|consent|gdpr|pop-?up|modal|newsletter|overlay|dialog)(?![-_]?(?:open|closed|visible|hidden|active))/i;

function isInOverlay(main: number, { elements, parents }: PageOutline): boolean {
  for (let at = main; at > 0; at = parents[at]!) {
    const { class: className = '', id = '' } = (elements[at] as PageElement).attribs;
    if (OVERLAY_NAME.test(className) || OVERLAY_NAME.test(id)) return true;
  }
  return false;
}
