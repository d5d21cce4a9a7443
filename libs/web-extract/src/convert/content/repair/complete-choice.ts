import type { PageType } from '../../../model/page/page.js';
import { Within } from '../block-features/element-kinds.js';
import { restoreLists } from './restore-lists.js';
import type { PageFeatures } from '../block-features/page-features.js';
import type { PageOutline, TextBlock } from '../block-features/page-outline.js';
import { restoreTabs } from './restore-tabs.js';
import { restorePrices } from './restore-prices.js';
import { sectionsOf, type Section } from '../score/sections.js';
import { memberHeadings, signaturesOf } from '../score/signatures.js';

/** Structure of the page that completes a selection of blocks. */
interface ChoiceContext {
  readonly outline: PageOutline;
  readonly facts: PageFeatures;
  readonly pageType: PageType;
  /** Blocks that are never restored: navigation, page footers, elements named as boilerplate. */
  readonly isRefused: (at: number) => boolean;
}

/**
 * Completes a choice of blocks by what the structure of the page says of them. The choice goes block by block, and short
 * ones (headings, signatures, one-line sections) say little by themselves:
 *
 * - the container of a technical text that is kept nearly whole is kept whole, and nothing of navigation or page headers
 *   above its title and below it;
 * - a heading stays when any block of its section does;
 * - a signature stays with the heading that it stands below, a price with its title or its card, a list between paragraphs
 *   with these;
 * - a heading after which nothing is kept goes, when there was something.
 *
 * @returns for each block whether it is kept
 */
export function completeChoice(chosen: readonly boolean[], context: ChoiceContext): boolean[] {
  const keeps = [...chosen];
  const sections = sectionsOf(context.outline, context.facts.headingLevels);
  const members = membersOf(sections, context);
  if (members.length > 0 || isTechnical(keeps, context)) keepContainer(keeps, members, context);
  keepHeadings(keeps, sections, context);
  keepSignatures(keeps, sections, context);
  restoreLists(keeps, context);
  restorePrices(keeps, context);
  restoreTabs(keeps, context);
  dropLastHeading(keeps, sections, context);
  return keeps;
}

/** With fewer the page is no reference, unless it looks like documentation: an answer may name its command, too. */
const MIN_MEMBERS = 2;

/** Returns the headings of the members that a reference lists; none for other pages. */
function membersOf(sections: readonly Section[], { outline, pageType, isRefused }: ChoiceContext): number[] {
  const members = memberHeadings(outline, sections).filter((at) => !isRefused(at));
  return members.length >= (pageType === 'documentation' ? 1 : MIN_MEMBERS) ? members : [];
}

/**
 * Guides and references. On other pages the blocks removed from the container are related links and bylines.
 */
export function isTechnical(
  keeps: readonly boolean[],
  { outline, pageType }: Pick<ChoiceContext, 'outline' | 'pageType'>,
): boolean {
  return (
    pageType === 'documentation' ||
    outline.blocks.some((block, at) => keeps[at] && block.within & Within.code)
  );
}

/** Share of all kept words that the container of the content holds. */
const HELD = 0.95;
/** Share of the container's own words that are kept: with less it is the page, not the content. */
const FULL = 0.8; // at 0.9 whole sections of one line go: items 95.0 instead of 96.2, labels 89.8 instead of 92.1
/** The same for the element with all members of a reference, of which only the longer ones are selected. */
const FULL_OF_MEMBERS = 0.3;

function keepContainer(
  keeps: boolean[],
  members: readonly number[],
  { outline, facts, isRefused }: ChoiceContext,
): void {
  const { blocks, firstBlock, endBlock } = outline;
  const isReference = members.length > 0;
  const title = isReference ? facts.topHeading : -1; // which may be above the container
  const kept = totals(blocks, (at) => keeps[at]! && at !== title);
  const own = totals(blocks, (at) => keeps[at]! || !isRefused(at));
  const all = kept[blocks.length]!;
  const below = members.filter((at) => at !== title);
  const [firstMember = blocks.length, lastMember = -1] = [below[0], below.at(-1)];
  let container = 0;
  for (let at = 1; at < firstBlock.length; at++) {
    const [first, end] = [firstBlock[at]!, endBlock[at]!];
    if (kept[end]! - kept[first]! >= HELD * all && first <= firstMember && lastMember < end) container = at;
  }
  const [first, end] = [firstBlock[container]!, endBlock[container]!];
  const full = isReference && container > 0 ? FULL_OF_MEMBERS : FULL;
  if (all < full * (own[end]! - own[first]!)) return;
  for (let at = first; at < end; at++) keeps[at] ||= !isRefused(at);
  const top = Math.min(first, facts.topHeading);
  for (let at = 0; at < blocks.length; at++) {
    if (at === top) at = end; // blocks between the title and the container belong to both
    if (at < blocks.length && isRefused(at)) keeps[at] = false;
  }
}

function totals(blocks: readonly TextBlock[], counts: (at: number) => boolean): Float64Array {
  const sums = new Float64Array(blocks.length + 1);
  blocks.forEach(({ words }, at) => (sums[at + 1] = sums[at]! + (counts(at) ? words : 0)));
  return sums;
}

function keepHeadings(keeps: boolean[], sections: readonly Section[], { isRefused }: ChoiceContext): void {
  const next = nextKept(keeps);
  for (const { heading, end } of sections) {
    const first = next[heading + 1]!;
    if (keeps[heading] || first >= end) continue;
    // prose that is kept in spite of the name of its element keeps its heading, too
    if (!isRefused(heading) || (first === heading + 1 && isRefused(first))) keeps[heading] = true;
  }
}

/** For each place that of the first kept block from there on. */
function nextKept(keeps: readonly boolean[]): Int32Array {
  const next = new Int32Array(keeps.length + 2).fill(keeps.length);
  for (let at = keeps.length - 1; at >= 0; at--) next[at] = keeps[at] ? at : next[at + 1]!;
  return next;
}

/** Longer headings say something themselves. */
const MAX_LABEL_WORDS = 6;

/**
 * Removes a heading that ends the content, such as "On this page" or "Comments". Consecutive titles are a
 * list of their own.
 */
function dropLastHeading(
  keeps: boolean[],
  sections: readonly Section[],
  { outline, facts }: ChoiceContext,
): void {
  const last = keeps.lastIndexOf(true);
  const before = last > 0 ? keeps.lastIndexOf(true, last - 1) : -1;
  const levels = facts.headingLevels;
  if (before < 0 || levels[before] === levels[last] || last === facts.topHeading) return;
  const section = sections.find(({ heading }) => heading === last);
  const hasText = section !== undefined && section.end > last + 1;
  if (outline.blocks[last]!.words > MAX_LABEL_WORDS) return;
  if (hasText && facts.media.sum(last + 1, last + 2) === 0) keeps[last] = false;
}

function keepSignatures(
  keeps: boolean[],
  sections: readonly Section[],
  { outline, isRefused }: ChoiceContext,
): void {
  for (const section of sections) {
    if (!keeps[section.heading]) continue;
    for (const at of signaturesOf(section, outline)) {
      // below a title stand bylines, too: "Photo: Name (Agency)"
      const isSure = section.level > 1 || outline.blocks[at]!.within & Within.code;
      if (isSure) keeps[at] ||= !isRefused(at);
    }
  }
}
