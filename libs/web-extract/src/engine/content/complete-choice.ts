import type { PageType } from '../../model/page.js';
import { Within } from './element-kinds.js';
import { textOfBlock, type PageFacts } from './page-facts.js';
import type { PageOutline, TextBlock } from './page-outline.js';
import { sectionsOf, type Section } from './sections.js';

/** What a choice of blocks is completed by. */
export interface ChoiceContext {
  readonly outline: PageOutline;
  readonly facts: PageFacts;
  readonly pageType: PageType;
  /** Blocks that no structure brings back: navigation, page footers, what is named as boilerplate. */
  readonly isRefused: (at: number) => boolean;
}

/**
 * Completes a choice of blocks by what the structure of the page says of them. The choice goes block by block, and short
 * ones (headings, signatures, one-line sections) say little by themselves:
 *
 * - the container of a technical text that is kept nearly whole is kept whole;
 * - a heading stays when any block of its section does;
 * - a signature stays with the heading that it stands below.
 *
 * @returns for each block whether it is kept; nothing that was kept is lost
 */
export function completeChoice(chosen: readonly boolean[], context: ChoiceContext): boolean[] {
  const keeps = [...chosen];
  if (isTechnical(keeps, context)) keepContainer(keeps, context);
  const sections = sectionsOf(context.outline, context.facts.headingLevels);
  keepHeadings(keeps, sections, context);
  keepSignatures(keeps, sections, context);
  return keeps;
}

/** Guides and references. Elsewhere what the choice left out of its container is "read also" and bylines. */
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

function keepContainer(keeps: boolean[], { outline, isRefused }: ChoiceContext): void {
  const { blocks, firstBlock, endBlock } = outline;
  const kept = totals(blocks, (at) => keeps[at]!);
  const own = totals(blocks, (at) => keeps[at]! || !isRefused(at));
  const all = kept[blocks.length]!;
  let container = 0;
  for (let at = 1; at < firstBlock.length; at++) {
    if (kept[endBlock[at]!]! - kept[firstBlock[at]!]! >= HELD * all) container = at;
  }
  const [first, end] = [firstBlock[container]!, endBlock[container]!];
  if (all < FULL * (own[end]! - own[first]!)) return;
  for (let at = first; at < end; at++) keeps[at] ||= !isRefused(at);
}

function totals(blocks: readonly TextBlock[], counts: (at: number) => boolean): Float64Array {
  const sums = new Float64Array(blocks.length + 1);
  blocks.forEach(({ words }, at) => (sums[at + 1] = sums[at]! + (counts(at) ? words : 0)));
  return sums;
}

function keepHeadings(keeps: boolean[], sections: readonly Section[], { isRefused }: ChoiceContext): void {
  const next = nextKept(keeps);
  for (const { heading, end } of sections) {
    if (!keeps[heading] && !isRefused(heading) && next[heading + 1]! < end) keeps[heading] = true;
  }
}

/** For each place that of the first kept block from there on. */
function nextKept(keeps: readonly boolean[]): Int32Array {
  const next = new Int32Array(keeps.length + 2).fill(keeps.length);
  for (let at = keeps.length - 1; at >= 0; at--) next[at] = keeps[at] ? at : next[at + 1]!;
  return next;
}

/** A badge and a line of modifiers may stand between a heading and its signature. */
const MAX_BEFORE_SIGNATURE = 3;
const MAX_SIGNATURE_CHARS = 1_000;

function keepSignatures(
  keeps: boolean[],
  sections: readonly Section[],
  { outline, isRefused }: ChoiceContext,
): void {
  for (const { heading, level, end } of sections) {
    if (!keeps[heading] || level === 1) continue; // below a title stand bylines: "Photo: Name (Agency)"
    const last = Math.min(end, heading + 1 + MAX_BEFORE_SIGNATURE);
    for (let at = heading + 1; at < last; at++) {
      keeps[at] ||= !isRefused(at) && isSignature(outline.blocks[at]!);
    }
  }
}

/** A call or a declaration: a bracket right behind a name, an arrow, a type behind a name or in angle brackets. */
const CODE_LIKE = /[\p{L}\p{N}_>\]]\(|[=-]>|^[^.!?]*[\w\])?]:\s?[\w[{(<]|\w<\w/u;
const SENTENCES = /[.!?]\s+\p{Lu}/u;

/** Text as code is written, and hardly a sentence. */
function isSignature(block: TextBlock): boolean {
  if (block.chars > MAX_SIGNATURE_CHARS) return false;
  if (block.within & Within.code) return true;
  const text = textOfBlock(block);
  return CODE_LIKE.test(text) && !SENTENCES.test(text);
}
