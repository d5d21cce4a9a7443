import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { Feature, FEATURE_NAMES } from './block-feature.js';
import { Within } from '../block-features/element-kinds.js';
import { runHolder, type PageFeatures } from '../block-features/page-features.js';
import type { PageOutline, TextBlock } from '../block-features/page-outline.js';
import { log, share } from './scales.js';

const signedLog = (value: number): number => (value < 0 ? -log(-value) : log(value));

const linkDensity = ({ linkChars, chars }: PageFeatures, first: number, end: number): number =>
  share(linkChars.sum(first, end), chars.sum(first, end));
const meanChars = ({ chars }: PageFeatures, first: number, end: number): number =>
  log(share(chars.sum(first, end), end - first));
const proseShare = ({ proseChars, chars }: PageFeatures, first: number, end: number): number =>
  share(proseChars.sum(first, end), chars.sum(first, end));
const pageShare = ({ chars, totalChars }: PageFeatures, first: number, end: number): number =>
  share(chars.sum(first, end), totalChars);

const SUBHEADINGS = new Set(['h2', 'h3', 'h4', 'h5', 'h6']);

/** Size of the neighbourhood of a block on both sides, in blocks. */
const NEAR = 3;
const WIDER = 10;

/** The features of one block after the other. What blocks share with the one before is not worked out again. */
export class FeatureRow {
  readonly values = new Float64Array(FEATURE_NAMES.length);
  private owner = -1;
  private group = -1;

  constructor(
    private readonly outline: PageOutline,
    private readonly facts: PageFeatures,
  ) {
    this.fillPage();
  }

  /** Fills the row with the features of a block. */
  moveTo(at: number): void {
    const block = this.outline.blocks[at]!;
    const group = this.facts.larger[block.owner]!;
    this.fillItself(at, block);
    this.fillStanding(at, block);
    this.fillNeighbours(at);
    this.fillSurroundings(at);
    this.fillHeading(at);
    if (block.owner !== this.owner) {
      this.fillHolder(block);
      this.fillRegion(block.owner);
      this.fillCards(block.owner);
    }
    if (group !== this.group) {
      this.fillGroup(group);
      this.fillOuterGroups(group);
    }
    this.owner = block.owner;
    this.group = group;
  }

  private fillItself(at: number, block: TextBlock): void {
    const { values, facts } = this;
    values[Feature.chars] = log(block.chars);
    values[Feature.words] = log(block.words);
    values[Feature.linkDensity] = share(block.linkChars, block.chars);
    values[Feature.links] = block.links;
    values[Feature.sentenceEnds] = block.sentenceEnds;
    values[Feature.capitalShare] = share(block.capitals, block.chars);
    values[Feature.wordLength] = share(block.chars, block.words);
    values[Feature.endsSentence] = facts.endings[at]!;
    values[Feature.wordHint] = facts.wordHints[at]!;
    values[Feature.titleOverlap] = facts.titleOverlap[at]!;
    values[Feature.earlier] = facts.earlier[at]!;
    values[Feature.charsOfLongest] = share(block.chars, facts.longest);
  }

  private fillStanding(at: number, { within }: TextBlock): void {
    const { values, facts, outline } = this;
    values[Feature.inNav] = within & Within.nav ? 1 : 0;
    values[Feature.inFooter] = within & Within.footer ? 1 : 0;
    values[Feature.inAside] = within & Within.aside ? 1 : 0;
    values[Feature.inMain] = within & Within.main ? 1 : 0;
    values[Feature.inArticle] = within & Within.article ? 1 : 0;
    values[Feature.position] = pageShare(facts, 0, at);
    values[Feature.charsAfter] = log(facts.chars.sum(at, outline.blocks.length));
    values[Feature.blocksBefore] = log(at);
    values[Feature.blocksAfter] = log(outline.blocks.length - at);
    values[Feature.fromHeading] = signedLog(at - facts.topHeading);
    values[Feature.fromFirstProse] = signedLog(at - facts.firstProse);
    values[Feature.fromLastProse] = signedLog(at - facts.lastProse);
    values[Feature.inBestGroup] = at >= facts.bestFirst && at < facts.bestEnd ? 1 : 0;
    values[Feature.mediaBefore] = facts.media.sum(at, at + 1);
  }

  /** The blocks before and after; -1 beyond the ends of the page. */
  private fillNeighbours(at: number): void {
    const { values, facts, outline } = this;
    const before = at > 0 ? outline.blocks[at - 1]! : null;
    const after = at + 1 < outline.blocks.length ? outline.blocks[at + 1]! : null;
    values[Feature.nextChars] = after ? log(after.chars) : -1;
    values[Feature.previousLinkDensity] = before ? share(before.linkChars, before.chars) : -1;
    values[Feature.previousNameHint] = facts.nameHintSum[before ? before.owner : 0]!;
    values[Feature.nextNameHint] = facts.nameHintSum[after ? after.owner : 0]!;
  }

  private fillSurroundings(at: number): void {
    const { values, facts, outline } = this;
    const count = outline.blocks.length;
    const [near, nearEnd] = [Math.max(0, at - NEAR), Math.min(count, at + NEAR + 1)];
    const [wider, widerEnd] = [Math.max(0, at - WIDER), Math.min(count, at + WIDER + 1)];
    values[Feature.nearChars] = meanChars(facts, near, nearEnd);
    values[Feature.nearLinkDensity] = linkDensity(facts, near, nearEnd);
    values[Feature.nearWordHint] = facts.wordHintTotal.sum(near, nearEnd);
    values[Feature.widerChars] = meanChars(facts, wider, widerEnd);
    values[Feature.widerLinkDensity] = linkDensity(facts, wider, widerEnd);
    values[Feature.widerSentences] = share(facts.sentenceEnds.sum(wider, widerEnd), widerEnd - wider);
    values[Feature.nearCookieWords] = facts.cookieWords.sum(wider, widerEnd);
  }

  private fillHeading(at: number): void {
    const { values, facts } = this;
    const heading = facts.headings[at]!;
    values[Feature.sinceHeading] = heading < 0 ? -1 : log(at - heading);
    values[Feature.headingLevel] = heading < 0 ? 0 : facts.headingLevels[heading]!;
    values[Feature.headingTitleOverlap] = heading < 0 ? -1 : facts.titleOverlap[heading]!;
  }

  /** The element that holds the block. */
  private fillHolder(block: TextBlock): void {
    const { values, facts, outline } = this;
    const { owner } = block;
    const run = facts.runs[runHolder(outline, block)]!;
    values[Feature.isHeading] = SUBHEADINGS.has((outline.elements[owner] as PageElement).name) ? 1 : 0;
    values[Feature.depth] = facts.depth[owner]!;
    values[Feature.nameHint] = facts.nameHintSum[owner]!;
    values[Feature.nameHintLow] = facts.nameHintLow[owner]!;
    values[Feature.nameHintHigh] = facts.nameHintHigh[owner]!;
    values[Feature.nameHintOwner] = facts.nameHintOwn[owner]!;
    values[Feature.sharedWithTop] = facts.sharedWithTop[owner]!;
    values[Feature.sharedWithBest] = facts.sharedWithBest[owner]!;
    values[Feature.run] = log(run);
    values[Feature.runOfLongest] = share(run, facts.longestRun);
  }

  /** The outermost element around it that is not most of the page. */
  private fillRegion(owner: number): void {
    const { values, facts, outline } = this;
    const place = facts.region[owner]!;
    const [first, end] = [outline.firstBlock[place]!, outline.endBlock[place]!];
    values[Feature.regionLinkDensity] = linkDensity(facts, first, end);
    values[Feature.regionPageShare] = pageShare(facts, first, end);
    values[Feature.regionProse] = proseShare(facts, first, end);
    values[Feature.regionChars] = meanChars(facts, first, end);
  }

  /** Finds the row, card or post with the most similar neighbours, and all of them together. */
  private fillCards(owner: number): void {
    const { values, facts, outline } = this;
    const card = facts.alikePlace[owner]!;
    const [first, end] = [outline.firstBlock[card]!, outline.endBlock[card]!];
    const all = Math.max(0, outline.parents[card]!);
    values[Feature.alike] = log(facts.alike[owner]!);
    values[Feature.alikeMost] = log(facts.alikeMost[owner]!);
    values[Feature.alikeChars] = log(facts.chars.sum(first, end));
    values[Feature.cardBlocks] = log(end - first);
    values[Feature.cardLinkDensity] = linkDensity(facts, first, end);
    values[Feature.cardProse] = proseShare(facts, first, end);
    values[Feature.cardsPageShare] = pageShare(facts, outline.firstBlock[all]!, outline.endBlock[all]!);
    values[Feature.cardsLinkDensity] = linkDensity(facts, outline.firstBlock[all]!, outline.endBlock[all]!);
  }

  /** The nearest ancestor with more blocks. */
  private fillGroup(group: number): void {
    const { values, facts, outline } = this;
    const [first, end] = [outline.firstBlock[group]!, outline.endBlock[group]!];
    values[Feature.groupBlocks] = log(end - first);
    values[Feature.groupChars] = meanChars(facts, first, end);
    values[Feature.groupLinkDensity] = linkDensity(facts, first, end);
    values[Feature.groupPageShare] = pageShare(facts, first, end);
    values[Feature.groupWordHint] = share(facts.wordHintTotal.sum(first, end), end - first);
  }

  /** The three next ones, each with more blocks than the one before. */
  private fillOuterGroups(group: number): void {
    const { values, facts, outline } = this;
    const outer = facts.larger[group]!;
    const [outerFirst, outerEnd] = [outline.firstBlock[outer]!, outline.endBlock[outer]!];
    values[Feature.outerBlocks] = log(outerEnd - outerFirst);
    values[Feature.outerChars] = meanChars(facts, outerFirst, outerEnd);
    values[Feature.outerLinkDensity] = linkDensity(facts, outerFirst, outerEnd);
    values[Feature.outerPageShare] = pageShare(facts, outerFirst, outerEnd);
    const third = facts.larger[outer]!;
    const [thirdFirst, thirdEnd] = [outline.firstBlock[third]!, outline.endBlock[third]!];
    values[Feature.thirdLinkDensity] = linkDensity(facts, thirdFirst, thirdEnd);
    values[Feature.thirdChars] = meanChars(facts, thirdFirst, thirdEnd);
    values[Feature.thirdPageShare] = pageShare(facts, thirdFirst, thirdEnd);
    const fourth = facts.larger[third]!;
    const [first, end] = [outline.firstBlock[fourth]!, outline.endBlock[fourth]!];
    values[Feature.fourthLinkDensity] = linkDensity(facts, first, end);
    values[Feature.fourthProse] = proseShare(facts, first, end);
    values[Feature.fourthPageShare] = pageShare(facts, first, end);
  }

  private fillPage(): void {
    const { values, facts, outline } = this;
    const count = outline.blocks.length;
    values[Feature.bestMeanProse] = log(facts.bestMeanProse);
    values[Feature.pageComments] = share(facts.commentChars.sum(0, count), facts.totalChars);
    values[Feature.pageLongestRun] = share(facts.longestRun, facts.totalChars);
    values[Feature.pageEqualRuns] = log(facts.equalRuns);
    values[Feature.pageChars] = log(facts.totalChars);
    values[Feature.pageLinkDensity] = linkDensity(facts, 0, count);
    values[Feature.pageProse] = proseShare(facts, 0, count);
    values[Feature.pageMeanChars] = meanChars(facts, 0, count);
    values[Feature.pageCommas] = share(100 * facts.commas.sum(0, count), facts.chars.sum(0, count));
    values[Feature.pageBlocks] = log(count);
    values[Feature.pageBestShare] = pageShare(facts, facts.bestFirst, facts.bestEnd);
    values[Feature.pageArticles] = facts.articles;
    values[Feature.pageSaysArticle] = facts.says.article;
    values[Feature.pageSaysProduct] = facts.says.product;
    values[Feature.pageSaysForum] = facts.says.forum;
    values[Feature.pageSaysListing] = facts.says.listing;
  }
}
