import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { Within } from '../block-features/element-kinds.js';
import { isProse } from '../block-features/prose.js';
import type { PageOutline } from '../block-features/page-outline.js';
import type { BlockVerdicts } from '../removal-plan.js';

/** A main element with less prose than this may be a frame that the text stands beside. Chinese and Japanese letters say more: two are counted as a word. */
const MIN_PROSE_CHARS = 200;
const MIN_PROSE_WORDS = 50;
/** Main elements whose surroundings are looked at: real pages have one, and another in an overlay. */
const MAX_LOOKED = 10;

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

/** Position of the only main element with text that stands in no overlay; -1 for none or several. */
export function mainOf(outline: PageOutline): number {
  const { elements, within, firstBlock, endBlock } = outline;
  let [main, looked] = [-1, 0];
  for (let at = 1; at < elements.length; at++) {
    if (!(within[at]! & Within.main)) continue; // the attributes of all elements would cost as much as the scan of their names
    const { name, attribs } = elements[at] as PageElement;
    if ((name !== 'main' && attribs['role'] !== 'main') || firstBlock[at] === endBlock[at]) continue;
    if (main >= 0 && endBlock[main]! > firstBlock[at]!) continue; // one inside the other
    if (++looked > MAX_LOOKED) return -1;
    if (isInOverlay(at, outline)) continue;
    if (main >= 0) return -1;
    main = at;
  }
  return main;
}

/** Parts of names of what lies over a page; `has-modal` and `modal-open` tell the state of a page. */
const OVERLAY_NAME =
  /(?<!(?:has|with|without|no|show|hide)[-_])(?:cookie|consent|gdpr|pop-?up|modal|newsletter|overlay|dialog)(?![-_]?(?:open|closed|visible|hidden|active))/i;

function isInOverlay(main: number, { elements, parents }: PageOutline): boolean {
  for (let at = main; at > 0; at = parents[at]!) {
    const { class: className = '', id = '' } = (elements[at] as PageElement).attribs;
    if (OVERLAY_NAME.test(className) || OVERLAY_NAME.test(id)) return true;
  }
  return false;
}
