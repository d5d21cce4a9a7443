import type { TemplateSample, PathHash, PieceHash, PlaceVote } from '../../../model/page/page-kind.js';
import type { PageType } from '../../../model/page/page.js';
import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { isTechnical } from '../repair/complete-choice.js';
import type { PageOutline } from '../block-features/page-outline.js';
import type { BlockVerdicts } from '../removal-plan.js';
import { titleAbove } from '../repair/title-above.js';
import { blocksIn, onlyWithPath, type PathedPage } from './decide-by-path.js';
import { inlinePieces } from './inline-pieces.js';

/** The selection on a page, as a sample for its template. */
interface ChoiceOnPage {
  readonly verdicts: BlockVerdicts;
  readonly pageType: PageType;
  /** True if blocks were selected individually, with sufficient confidence. */
  readonly isSure: boolean;
}

/** Share of the kept words that the container holds. */
const HELD = 0.95;
/** A page of more places is as its kind never is. */
const MAX_PLACES = 400;

/** Says where the content of a page is, in words that hold for other pages of its kind. */
export function recordSample(page: PathedPage, kind: PathHash, choice: ChoiceOnPage): TemplateSample {
  const { verdicts, pageType } = choice;
  const { outline, paths } = page;
  const keeps = verdicts.map((verdict) => verdict === null);
  const vote = { kind, pageType, isTechnical: isTechnical(keeps, { outline, pageType }) };
  const words = keptWords(page, keeps);
  const at = choice.isSure ? containerOf(page, words) : -1;
  const places = at < 0 ? [] : placesIn(page, at, keeps);
  if (at < 0 || places.length > MAX_PLACES)
    return { ...vote, container: null, kept: 0, outside: 0, places: [], pieces: [] };
  const kept = words.at(-1)!;
  const outside = kept - (words[outline.endBlock[at]!]! - words[outline.firstBlock[at]!]!);
  return { ...vote, container: paths[at]!, kept, outside, places, pieces: piecesIn(page, at) };
}

/** Running total of the kept words, a title above the content apart. */
function keptWords({ outline, title }: PathedPage, keeps: readonly boolean[]): Float64Array {
  const totals = new Float64Array(outline.blocks.length + 1);
  const above = loneTitle(outline, title, keeps);
  outline.blocks.forEach((block, at) => {
    totals[at + 1] = totals[at]! + (keeps[at] && at !== above ? weightOf(block) : 0);
  });
  return totals;
}

/** The first kept block when it is the title above the rest: -1 for none. */
function loneTitle(outline: PageOutline, title: string, keeps: readonly boolean[]): number {
  const first = keeps.indexOf(true);
  const others = keeps.map((kept, at) => kept && at !== first);
  return titleAbove(outline, title, others) === first ? first : -1;
}

/** A block without words, such as symbols, has a minimum weight. */
function weightOf({ words }: { readonly words: number }): number {
  return Math.max(1, words);
}

/** The innermost template element that holds nearly all kept words and that pages have once; -1 for none. */
function containerOf({ outline, paths }: PathedPage, words: Float64Array): number {
  const { firstBlock, endBlock, parents, elements } = outline;
  const least = HELD * words.at(-1)!;
  if (least === 0) return -1;
  let place = 0;
  for (let at = 1; at < parents.length; at++) {
    if (words[endBlock[at]!]! - words[firstBlock[at]!]! >= least) place = at;
  }
  while (place > 0 && !(isNamed(elements[place] as PageElement) && onlyWithPath(paths, paths[place]!) >= 0)) {
    place = parents[place]!;
  }
  return place;
}

/** Returns true for elements named by templates: others are placed by authors. */
function isNamed({ name, attribs }: PageElement): boolean {
  if (name === 'main' || name === 'article') return true;
  return (name === 'div' || name === 'section' || name === 'td') && !!(attribs['class'] || attribs['role']);
}

function placesIn(page: PathedPage, container: number, keeps: readonly boolean[]): PlaceVote[] {
  const { blocks, firstBlock } = page.outline;
  const sums = new Map<PathHash, [byRule: number, otherwise: number]>();
  blocksIn(page, container).forEach(({ place, isRefused }, offset) => {
    const at = firstBlock[container]! + offset;
    let sum = sums.get(place);
    if (!sum) sums.set(place, (sum = [0, 0]));
    sum[keeps[at] === isRefused ? 1 : 0] += weightOf(blocks[at]!);
  });
  return Array.from(sums, ([place, sum]) => [place, ...sum]);
}

/** A page of more pieces is as its kind never is. */
const MAX_PIECES = 50;

function piecesIn({ outline, address }: PathedPage, container: number): PieceHash[] {
  const [first, end] = [outline.firstBlock[container]!, outline.endBlock[container]!];
  const pieces = inlinePieces(outline, address, (block) => block >= first && block < end);
  return [...new Set(pieces.map(({ name }) => name))].slice(0, MAX_PIECES);
}
