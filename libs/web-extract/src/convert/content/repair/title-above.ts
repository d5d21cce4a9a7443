import { Within } from '../block-features/element-kinds.js';
import { headingLevel, textOfBlock } from '../block-features/page-features.js';
import type { PageOutline } from '../block-features/page-outline.js';
import { TitleWords } from '../block-features/title-overlap.js';

/** A title further from the content than this heads something else. */
const MAX_BLOCKS_FROM_TITLE = 15;

/**
 * The page's title, when the content has no `h1` of its own: the nearest one above the content, also in a header beside
 * it. Readers want it, even where annotators left it out (0.1 of main on the development set). -1 for none.
 *
 * @param pageTitle what the head of the page states
 */
export function titleAbove(outline: PageOutline, pageTitle: string, keeps: readonly boolean[]): number {
  const { blocks } = outline;
  const isTopHeading = (at: number) => headingLevel(outline, blocks[at]!) === 1;
  const first = keeps.indexOf(true);
  if (keeps.some((kept, at) => kept && isTopHeading(at))) return statedTitle(outline, pageTitle, keeps);
  for (let at = first - 1; at >= Math.max(0, first - MAX_BLOCKS_FROM_TITLE); at--) {
    if (isTopHeading(at)) return isTitle(outline, pageTitle, at) ? at : -1;
  }
  return -1;
}

/** The top heading above the content that says what the title of the page does, where none that is kept does. */
function statedTitle(outline: PageOutline, pageTitle: string, keeps: readonly boolean[]): number {
  const title = new TitleWords(pageTitle);
  const first = keeps.indexOf(true);
  const says = (at: number) =>
    headingLevel(outline, outline.blocks[at]!) === 1 &&
    !(outline.blocks[at]!.within & NO_TITLE) &&
    outline.blocks[at]!.chars <= MAX_TITLE_CHARS &&
    title.overlapOf(textOfBlock(outline.blocks[at]!)) >= MIN_TITLE_OVERLAP;
  if (keeps.some((kept, at) => kept && says(at))) return -1;
  for (let at = first - 1; at >= Math.max(0, first - MAX_BLOCKS_FROM_TITLE); at--) if (says(at)) return at;
  return -1;
}

/** In navigation stands the name of the site. */
const NO_TITLE = Within.nav | Within.aside | Within.footer | Within.dialog;
/** Minimum share of the heading's words that the page's title contains. */
const MIN_TITLE_OVERLAP = 0.6;
/** Longer headings are no titles. */
const MAX_TITLE_CHARS = 120;

function isTitle(outline: PageOutline, pageTitle: string, at: number): boolean {
  const block = outline.blocks[at]!;
  if (block.within & NO_TITLE) return false;
  if (block.within & (Within.main | Within.article)) return true;
  if (block.chars > MAX_TITLE_CHARS) return false;
  return new TitleWords(pageTitle).overlapOf(textOfBlock(block)) >= MIN_TITLE_OVERLAP;
}
