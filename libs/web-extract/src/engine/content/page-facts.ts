import type { PageElement } from '../html/nodes.js';
import { Within } from './element-kinds.js';
import { nameWords, sumHints, type HintWeights } from './name-hints.js';
import type { PageOutline, TextBlock } from './page-outline.js';
import { RunningTotal } from './running-total.js';
import type { PageStatements, StatedTypes } from './page-statements.js';
import { MAX_HINTED_CHARS } from './word-hints.js';

/** A block of prose: long enough for a sentence and mostly not a link. Shorter: captions, bylines, menu entries. */
const MIN_PROSE_CHARS = 80;
const MAX_PROSE_LINKS = 0.4;

/** Counts over the whole page, its elements and its blocks that features look up. Each is made in one pass. */
export interface PageFacts {
  readonly chars: RunningTotal;
  readonly linkChars: RunningTotal;
  readonly proseChars: RunningTotal;
  readonly sentenceEnds: RunningTotal;
  readonly commas: RunningTotal;
  readonly totalChars: number;
  /** The text of short blocks; empty for longer ones. */
  readonly texts: readonly string[];
  /** 1 where a block ends as a sentence does. */
  readonly endings: readonly number[];
  /** Share of a short block's words that the page's title has too. */
  readonly titleOverlap: readonly number[];
  /** How often the same short text stands on the page. */
  readonly repeats: readonly number[];
  /** First block of the first `h1`, else of the first heading, else 0. */
  readonly topHeading: number;
  readonly firstProse: number;
  readonly lastProse: number;
  readonly depth: ArrayLike<number>;
  /** For each element: the nearest ancestor that holds more blocks. */
  readonly larger: ArrayLike<number>;
  /** For each element: the outermost ancestor that holds less than most of the page. */
  readonly region: ArrayLike<number>;
  readonly nameHintSum: ArrayLike<number>;
  readonly nameHintLow: ArrayLike<number>;
  readonly nameHintHigh: ArrayLike<number>;
  readonly nameHintOwn: ArrayLike<number>;
  /** For each element: siblings of the same tag and class, its own and the most of the nearest ancestors. */
  readonly alike: ArrayLike<number>;
  readonly alikeMost: ArrayLike<number>;
  readonly alikePlace: ArrayLike<number>;
  /** Blocks of the element that holds most prose closely. */
  readonly bestFirst: number;
  readonly bestEnd: number;
  readonly sharedWithBest: ArrayLike<number>;
  readonly articles: number;
  readonly hasMain: number;
  readonly says: StatedTypes;
}

const total = (blocks: readonly TextBlock[], of: (block: TextBlock) => number): RunningTotal =>
  new RunningTotal(blocks.map(of));

export function gatherFacts(
  outline: PageOutline,
  statements: PageStatements,
  nameHints: HintWeights,
): PageFacts {
  const { blocks } = outline;
  const chars = total(blocks, (block) => block.chars);
  const texts = blocks.map((block) => (block.chars <= MAX_HINTED_CHARS ? textOfBlock(block) : ''));
  const prose = blocks.map(isProse);
  const larger = largerAncestors(outline);
  const best = bestGroup(outline, chars, larger);
  return {
    chars,
    linkChars: total(blocks, (block) => block.linkChars),
    proseChars: total(blocks, (block) => (isProse(block) ? block.chars : 0)),
    sentenceEnds: total(blocks, (block) => block.sentenceEnds),
    commas: total(blocks, (block) => block.commas),
    totalChars: chars.sum(0, blocks.length),
    texts,
    endings: blocks.map(endsSentence),
    titleOverlap: titleOverlaps(statements.title, texts),
    repeats: countRepeats(texts),
    topHeading: topHeading(outline),
    firstProse: Math.max(0, prose.indexOf(true)),
    lastProse: Math.max(0, prose.lastIndexOf(true)),
    larger,
    region: regions(outline, chars),
    ...inherited(outline, nameHints),
    bestFirst: outline.firstBlock[best]!,
    bestEnd: outline.endBlock[best]!,
    sharedWithBest: shareWith(best, outline, chars),
    articles: Math.log2(
      1 + outline.elements.filter((element) => (element as PageElement).name === 'article').length,
    ),
    hasMain: outline.within.some((bits) => bits & Within.main) ? 1 : 0,
    says: statements.types,
  };
}

export function isProse(block: TextBlock): boolean {
  return (
    block.chars >= MIN_PROSE_CHARS &&
    block.linkChars < MAX_PROSE_LINKS * block.chars &&
    block.sentenceEnds > 0
  );
}

export function textOfBlock(block: TextBlock): string {
  return block.texts.map((text) => text.data).join('');
}

function endsSentence(block: TextBlock): number {
  return /[.!?…。！？।؟]["'”’»)\]]*\s*$/.test(block.texts.at(-1)!.data.slice(-20)) ? 1 : 0;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

function titleOverlaps(title: string, texts: readonly string[]): number[] {
  const titleWords = new Set(title.toLowerCase().match(WORD) ?? []);
  return texts.map((text) => {
    const words = text.toLowerCase().match(WORD) ?? [];
    return words.length > 0 ? words.filter((word) => titleWords.has(word)).length / words.length : 0;
  });
}

function countRepeats(texts: readonly string[]): number[] {
  const counts = new Map<string, number>();
  const keys = texts.map((text) => text.trim());
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return keys.map((key) => (key === '' ? 1 : counts.get(key)!));
}

function topHeading(outline: PageOutline): number {
  const names = outline.blocks.map((block) => (outline.elements[block.owner] as PageElement).name);
  const first = names.indexOf('h1');
  return Math.max(0, first >= 0 ? first : names.indexOf('h2'));
}

function largerAncestors(outline: PageOutline): Int32Array {
  const { firstBlock, endBlock, parents } = outline;
  const larger = new Int32Array(parents.length);
  const size = (place: number): number => endBlock[place]! - firstBlock[place]!;
  for (let at = 1; at < parents.length; at++) {
    const parent = parents[at]!;
    larger[at] = size(parent) > size(at) ? parent : larger[parent]!;
  }
  return larger;
}

/** An ancestor with more of the page's text than this is the page, not a region of it. */
const MOST_OF_PAGE = 0.85;

function regions(outline: PageOutline, chars: RunningTotal): Int32Array {
  const { firstBlock, endBlock, parents } = outline;
  const most = MOST_OF_PAGE * chars.sum(0, outline.blocks.length);
  const region = new Int32Array(parents.length);
  for (let at = 1; at < parents.length; at++) {
    const above = region[parents[at]!]!;
    region[at] = above > 0 ? above : chars.sum(firstBlock[at]!, endBlock[at]!) < most ? at : 0;
  }
  return region;
}

/** Share of a block's weight that its group, and the ones around it, are credited with: Readability's idea. */
const CREDITS = [1, 0.5, 0.25];

function bestGroup(outline: PageOutline, chars: RunningTotal, larger: Int32Array): number {
  const scores = new Float64Array(outline.elements.length);
  for (const block of outline.blocks) {
    if (!isProse(block)) continue;
    const weight = 1 + block.commas + Math.min(5, block.chars / 100);
    let place = larger[block.owner]!;
    for (const credit of CREDITS) {
      scores[place]! += weight * credit;
      place = larger[place]!;
    }
  }
  let best = 0;
  scores.forEach((score, at) => {
    if (score > scores[best]!) best = at;
  });
  return chars.sum(outline.firstBlock[best]!, outline.endBlock[best]!) > 0 ? best : 0;
}

function shareWith(best: number, outline: PageOutline, chars: RunningTotal): Float64Array {
  const { firstBlock, endBlock, parents } = outline;
  const shares = new Float64Array(parents.length);
  const bestChars = chars.sum(firstBlock[best]!, endBlock[best]!);
  for (let at = 0; at < parents.length; at++) {
    const holdsBest = firstBlock[at]! <= firstBlock[best]! && endBlock[at]! >= endBlock[best]!;
    const own = chars.sum(firstBlock[at]!, endBlock[at]!);
    shares[at] = holdsBest ? (own > 0 ? bestChars / own : 0) : at > 0 ? shares[parents[at]!]! : 0;
  }
  return shares;
}

type Inherited = Pick<
  PageFacts,
  | 'depth'
  | 'nameHintSum'
  | 'nameHintLow'
  | 'nameHintHigh'
  | 'nameHintOwn'
  | 'alike'
  | 'alikeMost'
  | 'alikePlace'
>;

/** What an element has of its own and what it takes over from its ancestors. */
function inherited(outline: PageOutline, nameHints: HintWeights): Inherited {
  const size = outline.elements.length;
  const depth = new Int32Array(size);
  const [nameHintSum, nameHintLow, nameHintHigh, nameHintOwn] = [0, 1, 2, 3].map(
    () => new Float64Array(size),
  );
  const { alike, alikeMost, alikePlace } = alikeness(outline);
  const known = new Map<string, number>();
  for (let at = 1; at < size; at++) {
    const parent = outline.parents[at]!;
    const element = outline.elements[at] as PageElement;
    const own = hintOf(element, nameHints, known);
    depth[at] = depth[parent]! + 1;
    nameHintOwn![at] = own;
    nameHintSum![at] = nameHintSum![parent]! + own;
    nameHintLow![at] = Math.min(nameHintLow![parent]!, own);
    nameHintHigh![at] = Math.max(nameHintHigh![parent]!, own);
  }
  return {
    depth,
    nameHintSum: nameHintSum!,
    nameHintLow: nameHintLow!,
    nameHintHigh: nameHintHigh!,
    nameHintOwn: nameHintOwn!,
    alike,
    alikeMost,
    alikePlace,
  };
}

function hintOf(element: PageElement, weights: HintWeights, known: Map<string, number>): number {
  const { class: className, id, role, itemprop, itemtype } = element.attribs;
  const key = `${element.name} ${className ?? ''} ${id ?? ''} ${role ?? ''} ${itemprop ?? ''} ${itemtype ?? ''}`;
  let hint = known.get(key);
  if (hint === undefined) known.set(key, (hint = sumHints(nameWords(element), weights)));
  return hint;
}

/** Siblings that look the same are rows of a listing, posts of a thread, cards of a grid. */
function alikeness(outline: PageOutline): Pick<PageFacts, 'alike' | 'alikeMost' | 'alikePlace'> {
  const size = outline.elements.length;
  const keys = outline.elements.map((element, at) => {
    const { name, attribs } = element as PageElement;
    return `${outline.parents[at]} ${name} ${(attribs?.['class'] ?? '').split(' ', 1)[0]}`;
  });
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const alike = new Int32Array(size);
  const alikeMost = new Int32Array(size);
  const alikePlace = new Int32Array(size);
  for (let at = 0; at < size; at++) {
    const parent = Math.max(0, outline.parents[at]!);
    alike[at] = counts.get(keys[at]!)!;
    const isMore = alike[at]! > alikeMost[parent]!;
    alikeMost[at] = isMore ? alike[at]! : alikeMost[parent]!;
    alikePlace[at] = isMore ? at : alikePlace[parent]!;
  }
  return { alike, alikeMost, alikePlace };
}
