import type { PageFeatures } from '../block-features/page-features.js';
import type { PageOutline } from '../block-features/page-outline.js';
import { RunningTotal } from '../block-features/running-total.js';

/** An amount of money: a symbol or a code before or after a number. Discounts are excluded. */
const PRICE =
  /(?:[$€£¥₹₽₩]|\b(?:EUR|USD|GBP|CHF|CAD|AUD)\b)\s?\d|\d\s?(?:[$€£¥₹₽₩]|(?:EUR|USD|GBP|CHF|CAD|AUD|kr|zł|Kč|Ft|лв|руб)(?!\p{L}))/u;
/** Most short texts have none, and are spared the search for a price. */
const DIGIT = /\d/;
const DISCOUNT = /^\s*[-–−]|%/;
/** Longer texts contain more than a price, and are selected by their text. */
const MAX_PRICE_CHARS = 24;
/** Blocks below the title within which its price stands. */
const MAX_BELOW_TITLE = 12;
/** Share of the kept cards of a row from which their prices are kept. */
const KEPT_OF_CARDS = 0.5;
/** Cards with less of the content are "you may also like". */
const CARDS_OF_CONTENT = 0.5;
const MIN_CARDS = 3;

interface PricesContext {
  readonly outline: PageOutline;
  readonly facts: PageFeatures;
  readonly isRefused: (at: number) => boolean;
}

/**
 * Keeps the price below the title of a product, and those of the cards that are kept. Two words and a sign look like a part
 * of the shop around them, and are what many readers came for.
 */
export function restorePrices(keeps: boolean[], context: PricesContext): void {
  const { outline, facts, isRefused } = context;
  const prices = keeps.flatMap((_, at) => (isPrice(at, context) ? at : []));
  const dropped = prices.filter((at) => !keeps[at] && !isRefused(at));
  if (dropped.length === 0) return;
  const { blocks } = outline;
  const kept = RunningTotal.of(blocks.length, (at) => (keeps[at] ? blocks[at]!.words : 0));
  const own = RunningTotal.of(blocks.length, (at) => (keeps[at] || !isRefused(at) ? blocks[at]!.words : 0));
  const first = prices.find((at) => at > facts.topHeading);
  for (const at of dropped) {
    const isOfTitle =
      at === first && at <= facts.topHeading + MAX_BELOW_TITLE && isIntroduced(at, context, kept);
    if (isOfTitle || isOnCards(at, context, kept, own)) keeps[at] = true;
  }
}

function isPrice(at: number, { outline, facts }: PricesContext): boolean {
  const text = outline.blocks[at]!.chars <= MAX_PRICE_CHARS ? facts.texts[at]! : '';
  return DIGIT.test(text) && PRICE.test(text) && !DISCOUNT.test(text);
}

/** Returns true if the block is below a title, and a kept block follows. */
function isIntroduced(at: number, { outline, facts }: PricesContext, kept: RunningTotal): boolean {
  const end = Math.min(outline.blocks.length, at + MAX_BELOW_TITLE);
  return facts.headingLevels[facts.topHeading]! > 0 && kept.sum(at, end) > 0;
}

function isOnCards(
  at: number,
  { outline, facts }: PricesContext,
  kept: RunningTotal,
  own: RunningTotal,
): boolean {
  const { owner } = outline.blocks[at]!;
  if (facts.alikeMost[owner]! < MIN_CARDS) return false;
  const cards = Math.max(0, outline.parents[facts.alikePlace[owner]!]!);
  const [first, end] = [outline.firstBlock[cards]!, outline.endBlock[cards]!];
  const inCards = kept.sum(first, end);
  const all = kept.sum(0, outline.blocks.length);
  return inCards >= KEPT_OF_CARDS * own.sum(first, end) && inCards >= CARDS_OF_CONTENT * all;
}
