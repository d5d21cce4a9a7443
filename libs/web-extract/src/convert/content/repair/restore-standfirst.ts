import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { Within } from '../block-features/element-kinds.js';
import { headingLevel, textOfBlock } from '../block-features/page-features.js';
import type { PageOutline, TextBlock } from '../block-features/page-outline.js';
import type { BlockVerdicts } from '../removal-plan.js';

/** Blocks between the title and the text: bylines, dates, buttons. */
const MAX_BLOCKS = 16;
const MIN_WORDS = 10;
const MAX_WORDS = 90;
/** Shorter blocks below the title are bylines and dates. */
const MIN_TEXT_WORDS = 5;
const NO_STANDFIRST =
  Within.nav |
  Within.aside |
  Within.footer |
  Within.figure |
  Within.form |
  Within.dialog |
  Within.control |
  Within.table |
  Within.link |
  Within.listItem;
/** Names of other sentences below a title. */
const OTHER_NAME = /caption|credit|author|byline|\bbio|photo|image|breadcrumb|cookie|consent|paywall|hidden/i;
/** Levels up to which names are compared. */
const NAMED_LEVELS = 3;

/**
 * Keeps the standfirst of an article: the sentence between its title and its text, which stands in a header, and looks like a teaser
 * where it is judged by itself.
 */
export function restoreStandfirst(outline: PageOutline, verdicts: BlockVerdicts): BlockVerdicts {
  const { blocks } = outline;
  const title = blocks.findIndex((block, at) => verdicts[at] === null && headingLevel(outline, block) === 1);
  if (title < 0) return verdicts;
  const isText = (at: number) => verdicts[at] === null && blocks[at]!.words >= MIN_TEXT_WORDS;
  for (let at = title + 1; at < Math.min(blocks.length, title + MAX_BLOCKS); at++) {
    const block = blocks[at]!;
    if (isText(at) || headingLevel(outline, block) === 1) return verdicts;
    if (verdicts[at] !== null && isStandfirst(block, outline) && hasTextAfter(at, title, isText))
      return verdicts.with(at, null);
  }
  return verdicts;
}

function isStandfirst(block: TextBlock, outline: PageOutline): boolean {
  const { words, links, within } = block;
  if (words < MIN_WORDS || words > MAX_WORDS || links > 0 || within & NO_STANDFIRST) return false;
  return /[.!?…。][")»”’]?\s*$/.test(textOfBlock(block).slice(-20)) && !isNamedOtherwise(block, outline);
}

function isNamedOtherwise({ owner }: TextBlock, { elements, parents }: PageOutline): boolean {
  let at = owner;
  for (let level = 0; at > 0 && level < NAMED_LEVELS; at = parents[at]!, level++) {
    const { class: className = '', id = '' } = (elements[at] as PageElement).attribs;
    if (OTHER_NAME.test(className) || OTHER_NAME.test(id)) return true;
  }
  return false;
}

function hasTextAfter(standfirst: number, title: number, isText: (at: number) => boolean): boolean {
  for (let at = standfirst + 1; at <= title + MAX_BLOCKS; at++) if (isText(at)) return true;
  return false;
}
