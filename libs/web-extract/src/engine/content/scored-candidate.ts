import { FEATURE_NAMES } from './block-feature.js';
import { readModel, type BlockModel } from './block-model.js';
import { CONTENT_MODEL } from './content-model.js';
import { FeatureRow } from './feature-row.js';
import { gatherFacts, type PageFacts } from './page-facts.js';
import type { PageOutline } from './page-outline.js';
import type { PageStatements } from './page-statements.js';

/** The blocks that a learned model takes for content. */
export interface ScoredCandidate {
  /** For each block whether it is kept. */
  readonly keeps: readonly boolean[];
  /** Probability of content for each block. */
  readonly probabilities: ArrayLike<number>;
  /** The F1 (0 to 1) over words that the model expects of its own choice: how sure it is. */
  readonly expectedF1: number;
  readonly facts: PageFacts;
}

/** The model that comes with the package. */
const SHIPPED = readModel(CONTENT_MODEL, FEATURE_NAMES);

/** A block that is more likely content than this is kept even if the expected F1 gains nothing by it. */
const SURE = 0.4; // 0.3 leaks 2 points more snippets for 0.5 of recall; 0.5 loses 2 points of recall

/** @param model another than the shipped one, as cross-validation needs */
export function scoredCandidate(
  outline: PageOutline,
  statements: PageStatements,
  model: BlockModel = SHIPPED,
): ScoredCandidate {
  const facts = gatherFacts(outline, statements, model.names, model.words);
  const probabilities = scoreBlocks(outline, facts, model);
  const weights = outline.blocks.map((block) => block.words);
  const { limit, expectedF1 } = bestLimit(probabilities, weights);
  const least = Math.min(SURE, limit);
  return { keeps: Array.from(probabilities, (value) => value >= least), probabilities, expectedF1, facts };
}

function scoreBlocks(outline: PageOutline, facts: PageFacts, model: BlockModel): Float64Array {
  const row = new FeatureRow(outline, facts);
  const probabilities = new Float64Array(outline.blocks.length);
  for (let at = 0; at < probabilities.length; at++) {
    row.moveTo(at);
    probabilities[at] = model.probability(row.values);
  }
  return probabilities;
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
  const keys = probabilities.map((value, at) => Math.floor(value * 2 ** 36) * count + (count - 1 - at));
  return Uint32Array.from(keys.sort().reverse(), (key) => count - 1 - (key % count));
}
