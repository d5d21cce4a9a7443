import { BLOCK_FEATURES, levelsOf, type BlockView } from './block-features.js';
import { readModel, type BlockModel } from './block-model.js';
import { CONTENT_MODEL } from './content-model.js';
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
const SHIPPED = readModel(CONTENT_MODEL);

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

/** Features with such a name are the same for all blocks of a page. */
const PAGE_WIDE = /^page|^bestMean/;

function scoreBlocks(outline: PageOutline, facts: PageFacts, model: BlockModel): Float64Array {
  const features = model.features.map((name, place) => ({ place, of: BLOCK_FEATURES[name]!, name }));
  const ofPage = features.filter(({ name }) => PAGE_WIDE.test(name));
  const ofBlock = features.filter(({ name }) => !PAGE_WIDE.test(name));
  const values = new Float64Array(features.length);
  return Float64Array.from(outline.blocks, (block, at) => {
    const view: BlockView = { outline, facts, at, block, levels: levelsOf(block.owner, facts.larger) };
    if (at === 0) for (const { place, of } of ofPage) values[place] = of(view);
    for (const { place, of } of ofBlock) values[place] = of(view);
    return model.probability(values);
  });
}

/**
 * The least probability to keep for the best expected F1, taking blocks from the surest down: 2 × wanted words kept over
 * words kept plus words wanted.
 */
function bestLimit(
  probabilities: Float64Array,
  weights: readonly number[],
): { readonly limit: number; readonly expectedF1: number } {
  const order = Uint32Array.from(probabilities, (_, at) => at).sort(
    (a, b) => probabilities[b]! - probabilities[a]!,
  );
  const wanted = probabilities.reduce((sum, value, at) => sum + value * weights[at]!, 0);
  let [hit, kept, limit, expectedF1] = [0, 0, 0, 0];
  for (const at of order) {
    hit += probabilities[at]! * weights[at]!;
    kept += weights[at]!;
    const f1 = (2 * hit) / (kept + wanted || 1);
    if (f1 > expectedF1) [limit, expectedF1] = [probabilities[at]!, f1];
  }
  return { limit, expectedF1 };
}
