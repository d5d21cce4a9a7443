import type { PageElement } from '../html/nodes.js';
import { Within } from './element-kinds.js';
import { nameWords, sumHints, type HintWeights } from './name-hints.js';
import type { PageOutline, TextBlock } from './page-outline.js';
import { RunningTotal } from './running-total.js';
import type { PageStatements, StatedTypes } from './page-statements.js';
import { MAX_HINTED_CHARS, textWords } from './word-hints.js';

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
  /** For each block the one that heads it: the last heading before it, itself if it is one; -1 before the first. */
  readonly headings: readonly number[];
  readonly sharedWithTop: ArrayLike<number>;
  readonly inComments: ArrayLike<number>;
  readonly inReviews: ArrayLike<number>;
  /** Mentions of cookies: few words are the same in so many languages. */
  readonly cookieWords: RunningTotal;
  /** How often the same text stood on the page before. */
  readonly earlier: readonly number[];
  readonly commentChars: RunningTotal;
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
  wordWeights: HintWeights,
): PageFacts {
  const { blocks } = outline;
  const chars = total(blocks, (block) => block.chars);
  const texts = blocks.map((block) => (block.chars <= MAX_HINTED_CHARS ? textOfBlock(block) : ''));
  const prose = blocks.map(isProse);
  const larger = largerAncestors(outline);
  const best = bestGroup(outline, chars, larger);
  const overlaps = titleOverlaps(statements.title, texts);
  const headings = headingsAbove(outline);
  const top = topHeading(outline, overlaps);
  const inComments = namedElements(outline, COMMENTS);
  const { repeats, earlier } = countRepeats(blocks);
  const wordHints = texts.map((text) => sumHints(textWords(text), wordWeights));
  const media = new Array<number>(blocks.length + 1).fill(0);
  for (const { nextBlock } of outline.media) media[nextBlock]!++;
  const runs = proseRuns(outline);
  const longestRun = runs.reduce((most, run) => Math.max(most, run), 0);
  const bestProse = blocks.slice(outline.firstBlock[best], outline.endBlock[best]).filter(isProse);
  return {
    chars,
    linkChars: total(blocks, (block) => block.linkChars),
    proseChars: total(blocks, (block) => (isProse(block) ? block.chars : 0)),
    sentenceEnds: total(blocks, (block) => block.sentenceEnds),
    commas: total(blocks, (block) => block.commas),
    totalChars: chars.sum(0, blocks.length),
    texts,
    endings: blocks.map(endsSentence),
    titleOverlap: overlaps,
    repeats,
    earlier,
    topHeading: top,
    headings,
    sharedWithTop: shareWith(top, top + 1, outline, chars),
    inComments,
    inReviews: namedElements(outline, REVIEWS),
    cookieWords: total(blocks, countCookies),
    commentChars: total(blocks, (block) => (inComments[block.owner] ? block.chars : 0)),
    media: new RunningTotal(media),
    wordHints,
    wordHintTotal: new RunningTotal(wordHints),
    bestMeanProse: bestProse.reduce((sum, block) => sum + block.chars, 0) / Math.max(1, bestProse.length),
    runs,
    longestRun,
    equalRuns: runs.filter((run) => run > 0 && run * 4 >= longestRun).length,
    longest: blocks.reduce((most, block) => Math.max(most, block.chars), 0),
    firstProse: Math.max(0, prose.indexOf(true)),
    lastProse: Math.max(0, prose.lastIndexOf(true)),
    larger,
    region: regions(outline, chars),
    ...inherited(outline, nameHints),
    bestFirst: outline.firstBlock[best]!,
    bestEnd: outline.endBlock[best]!,
    sharedWithBest: shareWith(outline.firstBlock[best]!, outline.endBlock[best]!, outline, chars),
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

/** Longer texts are told apart by their beginning. */
const REPEAT_KEY_CHARS = 200;

function countRepeats(blocks: readonly TextBlock[]): {
  readonly repeats: number[];
  readonly earlier: number[];
} {
  const counts = new Map<string, number>();
  const keys = blocks.map((block) => block.texts[0]!.data.slice(0, REPEAT_KEY_CHARS).trim() + block.chars);
  const earlier = keys.map((key) => {
    const before = counts.get(key) ?? 0;
    counts.set(key, before + 1);
    return before;
  });
  return { repeats: keys.map((key) => counts.get(key)!), earlier };
}

/** A heading that says what the page's title says; else the first `h1`, else the first heading. */
const MIN_TITLE_OVERLAP = 0.6;

function topHeading(outline: PageOutline, overlaps: readonly number[]): number {
  const levels = outline.blocks.map((block) =>
    block.within & Within.heading ? headingLevel(outline, block) : 0,
  );
  const titles = levels.findIndex(
    (level, at) => level > 0 && level < 4 && overlaps[at]! >= MIN_TITLE_OVERLAP,
  );
  const first = titles >= 0 ? titles : levels.indexOf(1);
  return Math.max(0, first >= 0 ? first : levels.findIndex((level) => level > 0));
}

export function headingLevel(outline: PageOutline, block: TextBlock): number {
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

/** The element whose run a block belongs to: the parent of its paragraph, or its owner when it stands there barely. */
export function runHolder(outline: PageOutline, block: TextBlock): number {
  const { name } = outline.elements[block.owner] as PageElement;
  return /^(?:p|h[1-6]|pre|blockquote)$/.test(name)
    ? Math.max(0, outline.parents[block.owner]!)
    : block.owner;
}

const COMMENTS =
  /(?:^|[\s_-])(?:comments?|respond|disqus|replies|discussion|kommentare?|commentaires?|comentarios?|commenti)(?:[\s_-]|$)/i;

const REVIEWS =
  /(?:^|[\s_-])(?:customer)?(?:reviews?|ratings?|testimonials?|bewertung(?:en)?|avis|rese(?:ñ|n)as?|recensioni)(?:[\s_-]|$)/i;

const COOKIE = /cookie/gi;

function countCookies(block: TextBlock): number {
  return block.texts.reduce((sum, text) => sum + (text.data.match(COOKIE)?.length ?? 0), 0);
}

function namedElements(outline: PageOutline, pattern: RegExp): Uint8Array {
  const inside = new Uint8Array(outline.elements.length);
  for (let at = 1; at < inside.length; at++) {
    const { class: className = '', id = '' } = (outline.elements[at] as PageElement).attribs;
    inside[at] = inside[outline.parents[at]!]! || (pattern.test(className) || pattern.test(id) ? 1 : 0);
  }
  return inside;
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

/** For each element: share of the range's text in the smallest ancestor that holds it. 1 inside, small far away. */
function shareWith(first: number, end: number, outline: PageOutline, chars: RunningTotal): Float64Array {
  const { firstBlock, endBlock, parents } = outline;
  const shares = new Float64Array(parents.length);
  const wanted = chars.sum(first, Math.min(end, outline.blocks.length));
  for (let at = 0; at < parents.length; at++) {
    const holds = firstBlock[at]! <= first && endBlock[at]! >= end;
    const own = chars.sum(firstBlock[at]!, endBlock[at]!);
    shares[at] = holds ? (own > 0 ? wanted / own : 0) : at > 0 ? shares[parents[at]!]! : 0;
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
