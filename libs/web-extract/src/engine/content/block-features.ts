import type { PageElement } from '../html/nodes.js';
import { Within } from './element-kinds.js';
import { headingLevel, runHolder, type PageFacts } from './page-facts.js';
import type { PageOutline, TextBlock } from './page-outline.js';

/** Everything a feature of one block may look at. */
export interface BlockView {
  readonly outline: PageOutline;
  readonly facts: PageFacts;
  readonly at: number;
  readonly block: TextBlock;
  /** Places of the ancestors that hold more blocks than the one below: the group the block stands in, and so on. */
  readonly levels: readonly number[];
}

type Feature = (view: BlockView) => number;

const log = (value: number): number => Math.log2(1 + value);
const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);
const bit =
  (mask: number): Feature =>
  ({ block }) =>
    block.within & mask ? 1 : 0;
const tag =
  (pattern: RegExp): Feature =>
  ({ outline, block }) =>
    pattern.test((outline.elements[block.owner] as PageElement).name ?? '') ? 1 : 0;

/** A neighbour's figure, or -1 beyond the ends of the page. */
const near =
  (distance: number, of: (block: TextBlock) => number): Feature =>
  ({ outline, at }) => {
    const block = outline.blocks[at + distance];
    return block ? of(block) : -1;
  };

/** A figure over the blocks within `reach` on both sides. */
const around =
  (reach: number, of: (facts: PageFacts, first: number, end: number) => number): Feature =>
  ({ facts, at, outline }) =>
    of(facts, Math.max(0, at - reach), Math.min(outline.blocks.length, at + reach + 1));

/** A figure over the blocks of the n-th larger ancestor. */
const level =
  (n: number, of: (facts: PageFacts, first: number, end: number) => number): Feature =>
  ({ facts, outline, levels }) => {
    const place = levels[n] ?? 0;
    return of(facts, outline.firstBlock[place]!, outline.endBlock[place]!);
  };

const linkDensity = (facts: PageFacts, first: number, end: number): number =>
  share(facts.linkChars.sum(first, end), facts.chars.sum(first, end));
const meanChars = (facts: PageFacts, first: number, end: number): number =>
  log(share(facts.chars.sum(first, end), end - first));
const proseShare = (facts: PageFacts, first: number, end: number): number =>
  share(facts.proseChars.sum(first, end), facts.chars.sum(first, end));
const pageShare = (facts: PageFacts, first: number, end: number): number =>
  share(facts.chars.sum(first, end), facts.totalChars);
const blockCount = (_: PageFacts, first: number, end: number): number => log(end - first);
const sentenceRate = (facts: PageFacts, first: number, end: number): number =>
  share(facts.sentenceEnds.sum(first, end), end - first);
const commaRate = (facts: PageFacts, first: number, end: number): number =>
  share(100 * facts.commas.sum(first, end), facts.chars.sum(first, end));

/** The features of a block, by name. A model names the ones it uses. */
export const BLOCK_FEATURES: Readonly<Record<string, Feature>> = {
  // the block itself
  chars: ({ block }) => log(block.chars),
  words: ({ block }) => log(block.words),
  linkDensity: ({ block }) => share(block.linkChars, block.chars),
  links: ({ block }) => block.links,
  commaRate: ({ block }) => share(100 * block.commas, block.chars),
  sentenceEnds: ({ block }) => block.sentenceEnds,
  digitShare: ({ block }) => share(block.digits, block.chars),
  capitalShare: ({ block }) => share(block.capitals, block.chars),
  wordLength: ({ block }) => share(block.chars, block.words),
  endsSentence: ({ facts, at }) => facts.endings[at]!,
  wordHint: ({ facts, at }) => facts.wordHints[at]!,
  titleOverlap: ({ facts, at }) => facts.titleOverlap[at]!,
  repeats: ({ facts, at }) => log(facts.repeats[at]!),
  // what holds it
  isParagraph: tag(/^p$/),
  isTopHeading: tag(/^h1$/),
  isHeading: tag(/^h[2-6]$/),
  isListItem: tag(/^li$/),
  isCell: tag(/^t[dh]$/),
  isDefinition: tag(/^d[dt]$/),
  isCode: bit(Within.code),
  isControl: bit(Within.control),
  isLabel: bit(Within.label),
  isQuote: bit(Within.quote),
  inNav: bit(Within.nav),
  inHeader: bit(Within.header),
  inFooter: bit(Within.footer),
  inAside: bit(Within.aside),
  inMain: bit(Within.main),
  inArticle: bit(Within.article),
  inForm: bit(Within.form),
  inTable: bit(Within.table),
  inList: bit(Within.listItem),
  inFigure: bit(Within.figure),
  inDialog: bit(Within.dialog),
  inDetails: bit(Within.details),
  inProseProperty: bit(Within.itemText),
  isAriaHidden: bit(Within.ariaHidden),
  depth: ({ facts, block }) => facts.depth[block.owner]!,
  nameHint: ({ facts, block }) => facts.nameHintSum[block.owner]!,
  nameHintLow: ({ facts, block }) => facts.nameHintLow[block.owner]!,
  nameHintHigh: ({ facts, block }) => facts.nameHintHigh[block.owner]!,
  nameHintOwner: ({ facts, block }) => facts.nameHintOwn[block.owner]!,
  // where it stands
  position: ({ facts, at }) => share(facts.chars.sum(0, at), facts.totalChars),
  charsAfter: ({ facts, at, outline }) => log(facts.chars.sum(at, outline.blocks.length)),
  blocksBefore: ({ at }) => log(at),
  blocksAfter: ({ at, outline }) => log(outline.blocks.length - at),
  fromHeading: ({ facts, at }) => signedLog(at - facts.topHeading),
  fromFirstProse: ({ facts, at }) => signedLog(at - facts.firstProse),
  fromLastProse: ({ facts, at }) => signedLog(at - facts.lastProse),
  // beside it
  previousChars: near(-1, (block) => log(block.chars)),
  nextChars: near(1, (block) => log(block.chars)),
  secondPreviousChars: near(-2, (block) => log(block.chars)),
  secondNextChars: near(2, (block) => log(block.chars)),
  previousLinkDensity: near(-1, (block) => share(block.linkChars, block.chars)),
  nextLinkDensity: near(1, (block) => share(block.linkChars, block.chars)),
  nearChars: around(3, meanChars),
  nearLinkDensity: around(3, linkDensity),
  nearProse: around(3, proseShare),
  widerChars: around(10, meanChars),
  widerLinkDensity: around(10, linkDensity),
  widerProse: around(10, proseShare),
  widerSentences: around(10, sentenceRate),
  // the groups it stands in, from the smallest
  groupBlocks: level(0, blockCount),
  groupChars: level(0, meanChars),
  groupLinkDensity: level(0, linkDensity),
  groupProse: level(0, proseShare),
  groupPageShare: level(0, pageShare),
  outerBlocks: level(1, blockCount),
  outerChars: level(1, meanChars),
  outerLinkDensity: level(1, linkDensity),
  outerProse: level(1, proseShare),
  outerPageShare: level(1, pageShare),
  thirdLinkDensity: level(2, linkDensity),
  thirdChars: level(2, meanChars),
  thirdProse: level(2, proseShare),
  thirdPageShare: level(2, pageShare),
  fourthLinkDensity: level(3, linkDensity),
  fourthProse: level(3, proseShare),
  fourthPageShare: level(3, pageShare),
  regionLinkDensity: ({ facts, outline, block }) => overRegion(facts, outline, block, linkDensity),
  regionPageShare: ({ facts, outline, block }) => overRegion(facts, outline, block, pageShare),
  regionProse: ({ facts, outline, block }) => overRegion(facts, outline, block, proseShare),
  regionChars: ({ facts, outline, block }) => overRegion(facts, outline, block, meanChars),
  regionIsFirst: ({ facts, outline, block }) =>
    outline.firstBlock[facts.region[block.owner]!] === 0 ? 1 : 0,
  regionIsLast: ({ facts, outline, block }) =>
    outline.endBlock[facts.region[block.owner]!] === outline.blocks.length ? 1 : 0,
  alike: ({ facts, block }) => log(facts.alike[block.owner]!),
  alikeMost: ({ facts, block }) => log(facts.alikeMost[block.owner]!),
  alikeChars: ({ facts, outline, block }) => {
    const place = facts.alikePlace[block.owner]!;
    return log(facts.chars.sum(outline.firstBlock[place]!, outline.endBlock[place]!));
  },
  cardBlocks: ({ facts, outline, block }) => overCard(facts, outline, block, blockCount),
  cardLinkDensity: ({ facts, outline, block }) => overCard(facts, outline, block, linkDensity),
  cardProse: ({ facts, outline, block }) => overCard(facts, outline, block, proseShare),
  cardsPageShare: ({ facts, outline, block }) => overCards(facts, outline, block, pageShare),
  cardsLinkDensity: ({ facts, outline, block }) => overCards(facts, outline, block, linkDensity),
  // the heading above it
  sinceHeading: ({ facts, at }) => (facts.headings[at]! < 0 ? -1 : log(at - facts.headings[at]!)),
  headingLevel: ({ facts, outline, at }) =>
    facts.headings[at]! < 0 ? 0 : headingLevel(outline, outline.blocks[facts.headings[at]!]!),
  headingLinkDensity: ({ facts, outline, at }) => {
    const heading = outline.blocks[facts.headings[at]!];
    return heading ? share(heading.linkChars, heading.chars) : -1;
  },
  headingTitleOverlap: ({ facts, at }) => facts.titleOverlap[facts.headings[at]!] ?? -1,
  headingHint: ({ facts, at }) => facts.wordHints[facts.headings[at]!] ?? 0,
  headingsNear: ({ facts, at, outline }) =>
    new Set(facts.headings.slice(Math.max(0, at - 5), Math.min(outline.blocks.length, at + 6))).size,
  sharedWithTop: ({ facts, block }) => facts.sharedWithTop[block.owner]!,
  inComments: ({ facts, block }) => facts.inComments[block.owner]!,
  inReviews: ({ facts, block }) => facts.inReviews[block.owner]!,
  cookieWords: ({ facts, at }) => facts.cookieWords.sum(at, at + 1),
  nearCookieWords: ({ facts, at, outline }) =>
    facts.cookieWords.sum(Math.max(0, at - 10), Math.min(outline.blocks.length, at + 11)),
  earlier: ({ facts, at }) => facts.earlier[at]!,
  longRepeats: ({ facts, block, at }) => (block.words > 8 ? facts.repeats[at]! : 0),
  pageComments: ({ facts, outline }) =>
    share(facts.commentChars.sum(0, outline.blocks.length), facts.totalChars),
  mediaBefore: ({ facts, at }) => facts.media.sum(at, at + 1),
  mediaNear: ({ facts, at, outline }) =>
    facts.media.sum(Math.max(0, at - 2), Math.min(outline.blocks.length, at + 3)),
  nearWordHint: ({ facts, at, outline }) =>
    facts.wordHintTotal.sum(Math.max(0, at - 3), Math.min(outline.blocks.length, at + 4)),
  groupWordHint: ({ facts, outline, levels }) => {
    const [first, end] = [outline.firstBlock[levels[0]!]!, outline.endBlock[levels[0]!]!];
    return share(facts.wordHintTotal.sum(first, end), end - first);
  },
  previousNameHint: ({ facts, outline, at }) => facts.nameHintSum[outline.blocks[at - 1]?.owner ?? 0]!,
  nextNameHint: ({ facts, outline, at }) => facts.nameHintSum[outline.blocks[at + 1]?.owner ?? 0]!,
  bestMeanProse: ({ facts }) => log(facts.bestMeanProse),
  run: ({ facts, outline, block }) => log(facts.runs[runHolder(outline, block)]!),
  runOfLongest: ({ facts, outline, block }) =>
    share(facts.runs[runHolder(outline, block)]!, facts.longestRun),
  pageLongestRun: ({ facts }) => share(facts.longestRun, facts.totalChars),
  pageEqualRuns: ({ facts }) => log(facts.equalRuns),
  charsOfLongest: ({ facts, block }) => share(block.chars, facts.longest),
  inBestGroup: ({ facts, at }) => (at >= facts.bestFirst && at < facts.bestEnd ? 1 : 0),
  sharedWithBest: ({ facts, block }) => facts.sharedWithBest[block.owner]!,
  // the page
  pageChars: ({ facts }) => log(facts.totalChars),
  pageLinkDensity: ({ facts, outline }) => linkDensity(facts, 0, outline.blocks.length),
  pageProse: ({ facts, outline }) => proseShare(facts, 0, outline.blocks.length),
  pageMeanChars: ({ facts, outline }) => meanChars(facts, 0, outline.blocks.length),
  pageCommas: ({ facts, outline }) => commaRate(facts, 0, outline.blocks.length),
  pageBlocks: ({ outline }) => log(outline.blocks.length),
  pageBestShare: ({ facts }) => pageShare(facts, facts.bestFirst, facts.bestEnd),
  pageArticles: ({ facts }) => facts.articles,
  pageHasMain: ({ facts }) => facts.hasMain,
  pageSaysArticle: ({ facts }) => facts.says.article,
  pageSaysProduct: ({ facts }) => facts.says.product,
  pageSaysForum: ({ facts }) => facts.says.forum,
  pageSaysListing: ({ facts }) => facts.says.listing,
};

function signedLog(value: number): number {
  return value < 0 ? -log(-value) : log(value);
}

function overCard(
  facts: PageFacts,
  outline: PageOutline,
  block: TextBlock,
  of: (facts: PageFacts, first: number, end: number) => number,
): number {
  const place = facts.alikePlace[block.owner]!;
  return of(facts, outline.firstBlock[place]!, outline.endBlock[place]!);
}

function overCards(
  facts: PageFacts,
  outline: PageOutline,
  block: TextBlock,
  of: (facts: PageFacts, first: number, end: number) => number,
): number {
  const place = Math.max(0, outline.parents[facts.alikePlace[block.owner]!]!);
  return of(facts, outline.firstBlock[place]!, outline.endBlock[place]!);
}

function overRegion(
  facts: PageFacts,
  outline: PageOutline,
  block: TextBlock,
  of: (facts: PageFacts, first: number, end: number) => number,
): number {
  const place = facts.region[block.owner]!;
  return of(facts, outline.firstBlock[place]!, outline.endBlock[place]!);
}

/** The ancestors of a block's owner that each hold more blocks than the one before, at most four. */
export function levelsOf(owner: number, larger: ArrayLike<number>): number[] {
  const first = larger[owner]!;
  const second = larger[first]!;
  const third = larger[second]!;
  return [first, second, third, larger[third]!];
}
