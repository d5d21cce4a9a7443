import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { Within } from '../block-features/element-kinds.js';
import type { PageOutline, TextBlock } from '../block-features/page-outline.js';
import { log, share } from './scales.js';
import type { ScoredCandidate } from './scored-candidate.js';

/** Everything a feature of a whole page may look at. */
export interface PageView {
  readonly outline: PageOutline;
  readonly scored: ScoredCandidate;
  /** The blocks that the scorer keeps. */
  readonly kept: readonly TextBlock[];
  readonly keptChars: number;
  /** The texts of short blocks, one per line. */
  readonly texts: string;
}

type PageFeature = (view: PageView) => number;

const charsOf = (blocks: readonly TextBlock[], of: (block: TextBlock) => number): number =>
  blocks.reduce((sum, block) => sum + of(block), 0);
const keptWithin =
  (bit: number): PageFeature =>
  ({ kept }) =>
    share(kept.filter((block) => block.within & bit).length, kept.length);
const matches =
  (pattern: RegExp): PageFeature =>
  ({ texts }) =>
    log(texts.match(pattern)?.length ?? 0);

/** Features that distinguish types of pages, by name. */
export const PAGE_FEATURES: Readonly<Record<string, PageFeature>> = {
  saysArticle: ({ scored }) => scored.facts.says.article,
  saysProduct: ({ scored }) => scored.facts.says.product,
  saysForum: ({ scored }) => scored.facts.says.forum,
  saysListing: ({ scored }) => scored.facts.says.listing,
  chars: ({ scored }) => log(scored.facts.totalChars),
  linkDensity: ({ outline, scored }) =>
    share(scored.facts.linkChars.sum(0, outline.blocks.length), scored.facts.totalChars),
  prose: ({ outline, scored }) =>
    share(scored.facts.proseChars.sum(0, outline.blocks.length), scored.facts.totalChars),
  bestShare: ({ scored: { facts } }) =>
    share(facts.chars.sum(facts.bestFirst, facts.bestEnd), facts.totalChars),
  longestRun: ({ scored: { facts } }) => share(facts.longestRun, facts.totalChars),
  equalRuns: ({ scored: { facts } }) => log(facts.equalRuns),
  articles: ({ scored: { facts } }) => facts.articles,
  comments: ({ outline, scored: { facts } }) =>
    share(facts.commentChars.sum(0, outline.blocks.length), facts.totalChars),
  prices: matches(/[$€£¥]\s?\d|\d\s?[€£¥]|\d+[.,]\d\d\s?(?:USD|EUR|kr|zł)/g),
  years: matches(/\b(?:19|20)\d\d\b/g),
  questions: matches(/[?？]/g),
  code: ({ outline }) => log(outline.blocks.filter((block) => block.within & Within.code).length),
  media: ({ outline }) => log(outline.media.length),
  topHeadings: ({ outline }) =>
    outline.blocks.filter((block) => (outline.elements[block.owner] as PageElement).name === 'h1').length,
  keptShare: ({ keptChars, scored }) => share(keptChars, scored.facts.totalChars),
  keptLinks: ({ kept, keptChars }) =>
    share(
      charsOf(kept, (block) => block.linkChars),
      keptChars,
    ),
  keptBlocks: ({ kept }) => log(kept.length),
  keptBlockChars: ({ kept, keptChars }) => log(share(keptChars, kept.length)),
  keptHeadings: keptWithin(Within.heading),
  keptItems: keptWithin(Within.listItem),
  keptCells: keptWithin(Within.table),
  expectedF1: ({ scored }) => scored.expectedF1,
};
