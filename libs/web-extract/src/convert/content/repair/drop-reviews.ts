import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import type { PageOutline } from '../block-features/page-outline.js';
import type { PageStatements } from '../block-features/page-statements.js';
import type { BlockVerdicts } from '../removal-plan.js';
import { elementsIn, mentionsPart } from './include-parts.js';

/** Words without which nothing is left of a product. */
const FEW_WORDS = 40;

/**
 * Removes customer reviews on pages that state a product: most annotators removed them, and an option keeps
 * them. Not applied to articles about a product, to pages whose title mentions reviews, and to pages with
 * little other text.
 */
export function dropReviews(
  outline: PageOutline,
  verdicts: BlockVerdicts,
  { types, title }: Pick<PageStatements, 'types' | 'title'>,
): BlockVerdicts {
  if (!types.product || types.article || mentionsPart(title, 'reviews')) return verdicts;
  const { blocks, elements } = outline;
  const inside = elementsIn(outline, ['reviews']);
  const isReview = (at: number) => inside[blocks[at]!.owner] === 1;
  const holdsTitle = blocks.some(
    ({ owner }, at) => isReview(at) && (elements[owner] as PageElement).name === 'h1',
  );
  const left = blocks.reduce(
    (sum, { words }, at) => (verdicts[at] === null && !isReview(at) ? sum + words : sum),
    0,
  );
  if (holdsTitle || left < FEW_WORDS) return verdicts;
  return verdicts.map((verdict, at) => (verdict === null && isReview(at) ? 'reviews' : verdict));
}
