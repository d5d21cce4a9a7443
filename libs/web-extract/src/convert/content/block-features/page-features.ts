import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { totalsOf, type BlockTotals } from './block-totals.js';
import { Within } from './element-kinds.js';
import {
  gatherElementFacts,
  largerAncestors,
  regions,
  shareWith,
  type ElementFeatures,
} from './element-features.js';
import type { HintWeights } from './name-hints.js';
import type { PageOutline, TextBlock } from './page-outline.js';
import { isProse } from './prose.js';
import { RunningTotal } from './running-total.js';
import type { PageStatements, StatedTypes } from './page-statements.js';
import { TitleWords } from './title-overlap.js';
import { hintOfText, MAX_HINTED_CHARS } from './word-hints.js';

/** Counts over the whole page, its elements and its blocks that features look up. Each is made in one pass. */
export interface PageFeatures extends ElementFeatures, BlockTotals {
  readonly totalChars: number;
  /** The text of short blocks; empty for longer ones. */
  readonly texts: readonly string[];
  /** 1 where a block ends as a sentence does. */
  readonly endings: readonly number[];
  /** For each block the one that heads it: the last heading before it, itself if it is one; -1 before the first. */
  readonly headings: readonly number[];
  /** 1 to 6; 7 for a heading without a level, 0 for other blocks. */
  readonly headingLevels: readonly number[];
  readonly sharedWithTop: ArrayLike<number>;
  /** Number of earlier occurrences of the same text on the page. */
  readonly earlier: readonly number[];
  readonly media: RunningTotal;
  readonly wordHints: readonly number[];
  readonly wordHintTotal: RunningTotal;
  readonly bestMeanProse: number;
  /** For each element: prose characters of its direct block children, the run of paragraphs. */
  readonly runs: ArrayLike<number>;
  readonly longestRun: number;
  /** Runs of at least a quarter of the longest: 1 on an article, many on a thread. */
  readonly equalRuns: number;
  readonly longest: number;
  /** Share of a short block's words that the page's title has too. */
  readonly titleOverlap: readonly number[];
  /** First block of the first `h1`, else of the first heading, else 0. */
  readonly topHeading: number;
  readonly firstProse: number;
  readonly lastProse: number;
  /** For each element: the nearest ancestor that holds more blocks. */
  readonly larger: ArrayLike<number>;
  /** For each element: the outermost ancestor that holds less than most of the page. */
  readonly region: ArrayLike<number>;
  /** Blocks of the element that holds most prose closely. */
  readonly bestFirst: number;
  readonly bestEnd: number;
  readonly sharedWithBest: ArrayLike<number>;
  readonly articles: number;
  readonly says: StatedTypes;
}

export function collectFeatures(
  outline: PageOutline,
  statements: PageStatements,
  nameHints: HintWeights,
  wordWeights: HintWeights,
): PageFeatures {
  const { blocks } = outline;
  const elements = gatherElementFacts(outline, nameHints);
  const totals = totalsOf(blocks, elements.inComments);
  const { chars } = totals;
  const texts = blocks.map((block) => (block.chars <= MAX_HINTED_CHARS ? textOfBlock(block) : ''));
  const prose = blocks.map(isProse);
  const larger = largerAncestors(outline);
  const best = bestGroup(outline, chars, larger);
  const title = new TitleWords(statements.title);
  const overlaps = texts.map((text) => title.overlapOf(text));
  const headings = headingsAbove(outline);
  const headingLevels = blocks.map((block) => headingLevel(outline, block));
  const top = topHeading(headingLevels, overlaps);
  const wordHints = texts.map((text) => hintOfText(text, wordWeights));
  const media = new Array<number>(blocks.length + 1).fill(0);
  for (const { nextBlock } of outline.media) media[nextBlock]!++;
  const runs = proseRuns(outline);
  const longestRun = runs.reduce((most, run) => Math.max(most, run), 0);
  const bestProse = blocks.slice(outline.firstBlock[best], outline.endBlock[best]).filter(isProse);
  return {
    ...totals,
    totalChars: chars.sum(0, blocks.length),
    texts,
    endings: blocks.map(endsSentence),
    titleOverlap: overlaps,
    earlier: countEarlier(blocks),
    topHeading: top,
    headings,
    headingLevels,
    sharedWithTop: shareWith(top, top + 1, outline, chars),
    media: RunningTotal.of(media.length, (at) => media[at]!),
    wordHints,
    wordHintTotal: RunningTotal.of(wordHints.length, (at) => wordHints[at]!),
    bestMeanProse: bestProse.reduce((sum, block) => sum + block.chars, 0) / Math.max(1, bestProse.length),
    runs,
    longestRun,
    equalRuns: runs.filter((run) => run > 0 && run * 4 >= longestRun).length,
    longest: blocks.reduce((most, block) => Math.max(most, block.chars), 0),
    firstProse: Math.max(0, prose.indexOf(true)),
    lastProse: Math.max(0, prose.lastIndexOf(true)),
    larger,
    region: regions(outline, chars),
    ...elements,
    bestFirst: outline.firstBlock[best]!,
    bestEnd: outline.endBlock[best]!,
    sharedWithBest: shareWith(outline.firstBlock[best]!, outline.endBlock[best]!, outline, chars),
    articles: Math.log2(
      1 + outline.elements.filter((element) => (element as PageElement).name === 'article').length,
    ),
    says: statements.types,
  };
}

export function textOfBlock({ texts }: TextBlock): string {
  return texts.length === 1 ? texts[0]!.data : texts.map((text) => text.data).join('');
}

const LOOSE_SPACE = /[^\S ]| {2}/;

/** The text of a block on one line, with single blanks. */
export function lineOfBlock(block: TextBlock): string {
  const text = textOfBlock(block);
  return (LOOSE_SPACE.test(text) ? text.replace(/\s+/g, ' ') : text).trim();
}

function endsSentence(block: TextBlock): number {
  const { data } = block.texts.at(-1)!;
  if (isAsciiWord(data.charCodeAt(data.length - 1))) return 0; // most blocks: spares them the pattern
  return /[.!?…。！？।؟]["'”’»)\]]*\s*$/.test(data.slice(-20)) ? 1 : 0;
}

function isAsciiWord(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

/** Longer texts are compared by their beginning. */
const REPEAT_KEY_CHARS = 200;

function countEarlier(blocks: readonly TextBlock[]): number[] {
  const countsBySize = new Map<number, Map<string, number>>();
  return blocks.map(({ texts, chars }) => {
    const key = texts[0]!.data.slice(0, REPEAT_KEY_CHARS).trim();
    const counts = countsBySize.get(chars);
    if (!counts) countsBySize.set(chars, new Map([[key, 1]]));
    const before = counts?.get(key) ?? 0;
    counts?.set(key, before + 1);
    return before;
  });
}

/**
 * Minimum overlap with the page's title for a heading to be selected; else the first `h1`, else the first
 * heading.
 */
const MIN_TITLE_OVERLAP = 0.6;

function topHeading(levels: readonly number[], overlaps: readonly number[]): number {
  const titles = levels.findIndex(
    (level, at) => level > 0 && level < 4 && overlaps[at]! >= MIN_TITLE_OVERLAP,
  );
  const first = titles >= 0 ? titles : levels.indexOf(1);
  return Math.max(0, first >= 0 ? first : levels.findIndex((level) => level > 0));
}

/** 1 to 6; 7 for a heading without a level, 0 for other blocks. */
export function headingLevel(outline: PageOutline, block: TextBlock): number {
  if (!(block.within & Within.heading)) return 0;
  const { name } = outline.elements[block.owner] as PageElement;
  return /^h[1-6]$/.test(name) ? Number(name[1]) : 7;
}

function headingsAbove(outline: PageOutline): number[] {
  let last = -1;
  return outline.blocks.map((block, at) => (last = block.within & Within.heading ? at : last));
}

function proseRuns(outline: PageOutline): Float64Array {
  const runs = new Float64Array(outline.elements.length);
  for (const block of outline.blocks) {
    if (isProse(block)) runs[runHolder(outline, block)]! += block.chars;
  }
  return runs;
}

const PARAGRAPHS = new Set('p h1 h2 h3 h4 h5 h6 pre blockquote'.split(' '));

/**
 * Returns the element whose run a block belongs to: the parent of its paragraph, or its owner if it has no
 * paragraph.
 */
export function runHolder(outline: PageOutline, block: TextBlock): number {
  const { name } = outline.elements[block.owner] as PageElement;
  return PARAGRAPHS.has(name) ? Math.max(0, outline.parents[block.owner]!) : block.owner;
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
