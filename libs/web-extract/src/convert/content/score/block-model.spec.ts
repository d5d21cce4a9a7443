import { FEATURE_NAMES } from './block-feature.js';
import { compiledModel, readModel } from './block-model.js';
import { CONTENT_MODEL, CONTENT_TREES } from './content-model.js';
import { CONTENT_TREE_SUMS } from './content-trees.generated.js';

const ROWS = 5_000;

describe('the generated code of the content model', () => {
  const readable = readModel({ ...CONTENT_MODEL, trees: CONTENT_TREES }, FEATURE_NAMES);
  const compiled = compiledModel(CONTENT_MODEL, CONTENT_TREE_SUMS);

  it('gives the same probabilities as the readable trees at, below and above every limit', () => {
    const limits = limitsOf(CONTENT_TREES);
    const random = seededRandom(1);
    const different: number[] = [];

    for (let row = 0; row < ROWS; row++) {
      const values = rowAround(limits, random);
      if (readable.probability(values) !== compiled.probability(values)) different.push(row);
    }

    expect(different).toEqual([]);
  });

  it('gives the same probabilities where values are missing', () => {
    const values = new Float64Array(FEATURE_NAMES.length).fill(NaN);

    expect(compiled.probability(values)).toBe(readable.probability(values));
  });

  it('reaches both content and other text in these rows', () => {
    const random = seededRandom(2);
    const limits = limitsOf(CONTENT_TREES);
    const found = Array.from({ length: 500 }, () => compiled.probability(rowAround(limits, random)) > 0.5);

    expect(new Set(found).size).toBe(2);
  });
});

/** The limits of each feature in the trees, by the place of the feature. */
function limitsOf(trees: string): number[][] {
  const limits = FEATURE_NAMES.map((): number[] => []);
  for (const [, name, limit] of trees.matchAll(/\((\w+)<(\S+)/g)) {
    limits[FEATURE_NAMES.indexOf(name! as (typeof FEATURE_NAMES)[number])]!.push(Number(limit));
  }
  return limits;
}

function rowAround(limits: readonly number[][], random: () => number): Float64Array {
  return Float64Array.from(limits, (own) => {
    if (own.length === 0) return random();
    const limit = own[Math.floor(random() * own.length)]!;
    return limit + [0, -1e-9, 1e-9, -1, 1][Math.floor(random() * 5)]!;
  });
}

/** A linear congruential generator (Numerical Recipes): the same rows in every run. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
