import { amountOf } from '../../schema-org/read-product.js';
import { foldText } from '../../schema-org/schema-values.js';
import { Within } from '../block-features/element-kinds.js';
import { headingLevel, textOfBlock } from '../block-features/page-features.js';
import type { PageOutline } from '../block-features/page-outline.js';
import type { StatedProduct } from '../block-features/page-statements.js';
import type { BlockVerdicts } from '../removal-plan.js';

/** Blocks below the title within which the price of a product stands. */
const MAX_BELOW_TITLE = 60;
/** Longer texts say more than a price. */
const MAX_PRICE_CHARS = 60;
const ELSEWHERE = Within.nav | Within.footer | Within.dialog;

/** Keeps the title and the price of a product that the page names in its structured data. */
export function keepProduct(
  outline: PageOutline,
  verdicts: BlockVerdicts,
  product: StatedProduct | null,
): BlockVerdicts {
  const title = product === null ? -1 : titleOf(outline, product);
  if (product === null || title < 0) return verdicts;
  const kept = [...verdicts];
  kept[title] = null;
  const price = priceBelow(outline, title, product);
  if (price >= 0) kept[price] = null;
  return kept;
}

function titleOf({ blocks, ...outline }: PageOutline, { title }: StatedProduct): number {
  const wanted = foldText(title);
  return blocks.findIndex(
    (block) =>
      !(block.within & ELSEWHERE) &&
      block.chars <= 2 * title.length + 20 &&
      headingLevel({ blocks, ...outline }, block) === 1 &&
      foldText(textOfBlock(block)) === wanted,
  );
}

/** The first block below the title that says one of the prices; -1 for none. */
function priceBelow({ blocks }: PageOutline, title: number, { amounts }: StatedProduct): number {
  const end = Math.min(blocks.length, title + MAX_BELOW_TITLE);
  for (let at = title + 1; at < end; at++) {
    const block = blocks[at]!;
    if (block.chars > MAX_PRICE_CHARS || block.within & ELSEWHERE) continue;
    const amount = amountOf(textOfBlock(block));
    if (amount !== null && amounts.some((one) => Math.abs(one - amount) < 0.005)) return at;
  }
  return -1;
}
