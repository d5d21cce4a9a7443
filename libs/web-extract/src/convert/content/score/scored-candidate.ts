import { compiledModel, type BlockModel } from './block-model.js';
import { CONTENT_MODEL } from './content-model.js';
import { CONTENT_TREE_SUMS } from './content-trees.generated.js';
import { FeatureRow } from './feature-row.js';
import { collectFeatures, type PageFeatures } from '../block-features/page-features.js';
import type { PageOutline } from '../block-features/page-outline.js';
import type { PageStatements } from '../block-features/page-statements.js';

/** The blocks that a learned model takes for content. */
export interface ScoredCandidate {
  /** For each block whether it is kept. */
  readonly keeps: readonly boolean[];
  /** The same for pages of prose, where faint blocks are bylines and teasers; on guides and references they are short sections. */
  readonly keepsOfProse: readonly boolean[];
  /** Probability of content for each block. */
  readonly probabilities: ArrayLike<number>;
  /** The F1 (0 to 1) over words that the model expects of its own choice: how sure it is. */
  readonly expectedF1: number;
  readonly facts: PageFeatures;
}

/** The model that comes with the package. */
const SHIPPED = compiledModel(CONTENT_MODEL, CONTENT_TREE_SUMS);

/** A block that is more likely content than this is kept even if the expected F1 gains nothing by it. */
const SURE = 0.4; // 0.5 loses 1 in 100 comments of API pages
/** The same for prose. */
const SURE_OF_PROSE = 0.5; // 0.4 leaks 0.5 points more snippets, and loses 0.3 on articles

/** @param model another than the shipped one, as cross-validation needs */
export function scoredCandidate(
  outline: PageOutline,
  statements: PageStatements,
  model: BlockModel = SHIPPED,
): ScoredCandidate {
  const facts = collectFeatures(outline, statements, model.names, model.words);
  const probabilities = scoreBlocks(outline, facts, model);
  const weights = outline.blocks.map((block) => block.words);
  const { limit, expectedF1 } = bestLimit(probabilities, weights);
  return {
    keeps: fromLimit(probabilities, Math.min(SURE, limit)),
    keepsOfProse: fromLimit(probabilities, Math.min(SURE_OF_PROSE, limit)),
    probabilities,
    expectedF1,
    facts,
  };
}

function scoreBlocks(outline: PageOutline, facts: PageFeatures, model: BlockModel): Float64Array {
  const row = new FeatureRow(outline, facts);
  const probabilities = new Float64Array(outline.blocks.length);
  for (let at = 0; at < probabilities.length; at++) {
    row.moveTo(at);
    probabilities[at] = model.probability(row.values);
  }
  return probabilities;
}

function fromLimit(probabilities: Float64Array, limit: number): boolean[] {
  const keeps: boolean[] = [];
  for (let at = 0; at < probabilities.length; at++) keeps.push(probabilities[at]! >= limit);
  return keeps;
}

/**
 * The least probability to keep for the best expected F1, taking blocks from the surest down: 2 × wanted words kept over
 * words kept plus words wanted.
 */
function bestLimit(
  probabilities: Float64Array,
  weights: readonly number[],
): { readonly limit: number; readonly expectedF1: number } {
  const wanted = probabilities.reduce((sum, value, at) => sum + value * weights[at]!, 0);
  let [hit, kept, limit, expectedF1] = [0, 0, 0, 0];
  for (const at of surestFirst(probabilities)) {
    hit += probabilities[at]! * weights[at]!;
    kept += weights[at]!;
    const f1 = (2 * hit) / (kept + wanted || 1);
    if (f1 > expectedF1) [limit, expectedF1] = [probabilities[at]!, f1];
  }
  return { limit, expectedF1 };
}

/** Places of the blocks. One number holds both probability and place: numbers sort without a function to ask. */
function surestFirst(probabilities: Float64Array): Uint32Array {
  const count = probabilities.length;
  const keys = new Float64Array(count);
  for (let at = 0; at < count; at++)
    keys[at] = Math.floor(probabilities[at]! * 2 ** 36) * count + (count - 1 - at);
  keys.sort();
  const places = new Uint32Array(count);
  for (let at = 0; at < count; at++) places[at] = count - 1 - (keys[count - 1 - at]! % count);
  return places;
}
