import type { PageType } from '../../../model/page/page.js';
import { readModel } from './block-model.js';
import { PAGE_FEATURES, type PageView } from './page-features.js';
import type { PageOutline } from '../block-features/page-outline.js';
import { PAGE_TYPE_MODEL } from './page-type-model.js';
import type { ScoredCandidate } from './scored-candidate.js';

const FEATURES = Object.values(PAGE_FEATURES);
const MODELS = Object.entries(PAGE_TYPE_MODEL).map(([type, source]) => {
  const model = readModel({ ...source, names: '', words: '' }, Object.keys(PAGE_FEATURES));
  return { type: type as PageType, model };
});

/** A page that no type fits better than this is left unnamed. */
const MIN_PROBABILITY = 0.2;

/**
 * Classifies a page by its shape and its statements. Correct for 61 % of the pages of other sites
 * (cross-validated), because the types overlap.
 */
export function pageTypeOf(outline: PageOutline, scored: ScoredCandidate): PageType {
  const view = viewOf(outline, scored);
  const values = Float64Array.from(FEATURES, (feature) => feature(view));
  let best: { type: PageType; probability: number } = { type: 'other', probability: MIN_PROBABILITY };
  for (const { type, model } of MODELS) {
    const probability = model.probability(values);
    if (probability > best.probability) best = { type, probability };
  }
  return best.type;
}

function viewOf(outline: PageOutline, scored: ScoredCandidate): PageView {
  const kept = outline.blocks.filter((_, at) => scored.keeps[at]);
  const keptChars = kept.reduce((sum, block) => sum + block.chars, 0);
  return { outline, scored, kept, keptChars, texts: scored.facts.texts.join('\n') };
}
