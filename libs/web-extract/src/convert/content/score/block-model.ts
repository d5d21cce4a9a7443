import type { HintWeights } from '../block-features/name-hints.js';

/** A model as text that a person can read and compare. */
export interface ModelSource {
  readonly bias: number;
  readonly names: string;
  readonly words: string;
  readonly trees: string;
}

/** Generated code of {@link TREES_PER_SUM} consecutive trees: adds the leaves reached to `sum`, in the order of the trees. */
export type TreeSum = (values: Float64Array, sum: number) => number;

/** Larger functions are too large for the optimizing compiler. */
export const TREES_PER_SUM = 8;

/** A model ready to use: decision trees as flat lists. */
export interface BlockModel {
  readonly names: HintWeights;
  readonly words: HintWeights;
  /** Probability of content for the values of a row's features, 0 to 1. */
  probability(values: Float64Array): number;
}

/**
 * A sum this far from 0 after the first trees is not turned by the others, which add about as much as {@link REST} to it.
 * It spares 45 % of the trees; 2 of the 137,480 blocks of the annotated pages change sides.
 */
const SURE_SUM = 2.5;
const FIRST_TREES = 64;
const REST = 1;
const FIRST_SUMS = FIRST_TREES / TREES_PER_SUM;

/** Marks a leaf. Leaves room for this number of features, and for two to the power of the other 23 nodes. */
const LEAF = -1;
const FEATURE_BITS = 8;
const FEATURE_MASK = 2 ** FEATURE_BITS - 1;

/**
 * Returns the model with its trees as generated code. Gives the same probabilities as {@link readModel} in about a third of
 * the time.
 */
export function compiledModel(source: Omit<ModelSource, 'trees'>, sums: readonly TreeSum[]): BlockModel {
  const { bias } = source;
  return {
    names: readWeights(source.names),
    words: readWeights(source.words),
    probability(values) {
      let sum = bias;
      for (let at = 0; at < sums.length; at++) {
        if (at === FIRST_SUMS && Math.abs(sum) > SURE_SUM) return logistic(sum + Math.sign(sum) * REST);
        sum = sums[at]!(values, sum);
      }
      return logistic(sum);
    },
  };
}

/**
 * Returns the model with its trees as flat lists, for models that have no generated code.
 *
 * @param features the names of a row's features, in their order
 */
export function readModel(source: ModelSource, features: readonly string[]): BlockModel {
  const trees = new TreeReader(source.trees, features);
  const roots = Int32Array.from(trees.readAll());
  const limit = Float64Array.from(trees.limit);
  // feature and way up of a node side by side: they are read together, for each block some thousand times
  const steps = Int32Array.from(trees.feature, (feature, node) =>
    feature < 0 ? LEAF : (trees.above[node]! << FEATURE_BITS) | feature,
  );
  return {
    names: readWeights(source.names),
    words: readWeights(source.words),
    probability(values) {
      let sum = source.bias;
      for (let tree = 0; tree < roots.length; tree++) {
        if (tree === FIRST_TREES && Math.abs(sum) > SURE_SUM) return logistic(sum + Math.sign(sum) * REST);
        let node = roots[tree]!;
        for (let step = steps[node]!; step !== LEAF; step = steps[node]!)
          node = values[step & FEATURE_MASK]! < limit[node]! ? node + 1 : step >> FEATURE_BITS;
        sum += limit[node]!;
      }
      return logistic(sum);
    },
  };
}

const logistic = (sum: number): number => 1 / (1 + Math.exp(-sum));

/** `footer -2, <p> 1.75` and so on. */
function readWeights(text: string): HintWeights {
  const entries = text.split(',').map((entry) => entry.trim().split(' '));
  return new Map(entries.flatMap(([word, weight]) => (weight ? [[word!, Number(weight)] as const] : [])));
}

/** Reads `(feature<limit below above)`, one tree a line; a bare number is a leaf. */
class TreeReader {
  /** Index of the feature; -1 for a leaf, whose value is in `limit`. */
  readonly feature: number[] = [];
  readonly limit: number[] = [];
  /** Index of the next node for values from the limit up; values below it continue at the following node. */
  readonly above: number[] = [];
  private readonly tokens: readonly string[];
  private at = 0;

  constructor(
    text: string,
    private readonly features: readonly string[],
  ) {
    this.tokens = text.match(/[^\s()<]+/g) ?? [];
  }

  readAll(): number[] {
    const roots: number[] = [];
    while (this.at < this.tokens.length) roots.push(this.readNode());
    return roots;
  }

  private readNode(): number {
    const token = this.tokens[this.at++]!;
    const value = Number(token);
    if (!Number.isNaN(value)) return this.add(-1, value);
    const node = this.add(this.placeOf(token), Number(this.tokens[this.at++]));
    this.readNode();
    this.above[node] = this.readNode();
    return node;
  }

  private add(feature: number, limit: number): number {
    this.feature.push(feature);
    this.above.push(-1);
    return this.limit.push(limit) - 1;
  }

  private placeOf(name: string): number {
    const place = this.features.indexOf(name);
    if (place < 0) throw new Error(`unknown feature of the model: ${name}`);
    return place;
  }
}
