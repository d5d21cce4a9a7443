import type { HintWeights } from './name-hints.js';

/** A model as text that a person can read and compare. */
export interface ModelSource {
  readonly bias: number;
  readonly names: string;
  readonly words: string;
  readonly trees: string;
}

/** A model ready to use: decision trees as flat lists. */
export interface BlockModel {
  readonly names: HintWeights;
  readonly words: HintWeights;
  /** The features that the trees ask for. */
  readonly features: readonly string[];
  /** Probability of content for the values of {@link BlockModel.features}, 0 to 1. */
  probability(values: ArrayLike<number>): number;
}

export function readModel(source: ModelSource): BlockModel {
  const trees = new TreeReader(source.trees);
  const roots = trees.readAll();
  const { feature, limit, below, above } = trees;
  return {
    names: readWeights(source.names),
    words: readWeights(source.words),
    features: [...trees.features.keys()],
    probability(values) {
      let sum = source.bias;
      for (let node of roots) {
        while (feature[node]! >= 0)
          node = values[feature[node]!]! < limit[node]! ? below[node]! : above[node]!;
        sum += limit[node]!;
      }
      return 1 / (1 + Math.exp(-sum));
    },
  };
}

/** `footer -2, <p> 1.75` and so on. */
function readWeights(text: string): HintWeights {
  const entries = text.split(',').map((entry) => entry.trim().split(' '));
  return new Map(entries.flatMap(([word, weight]) => (weight ? [[word!, Number(weight)] as const] : [])));
}

/** Reads `(feature<limit below above)`, one tree a line; a bare number is a leaf. */
class TreeReader {
  readonly features = new Map<string, number>();
  /** Place of the feature; -1 for a leaf, whose value stands in `limit`. */
  readonly feature: number[] = [];
  readonly limit: number[] = [];
  readonly below: number[] = [];
  readonly above: number[] = [];
  private readonly tokens: readonly string[];
  private at = 0;

  constructor(text: string) {
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
    this.below[node] = this.readNode();
    this.above[node] = this.readNode();
    return node;
  }

  private add(feature: number, limit: number): number {
    this.feature.push(feature);
    this.below.push(-1);
    this.above.push(-1);
    return this.limit.push(limit) - 1;
  }

  private placeOf(name: string): number {
    if (!this.features.has(name)) this.features.set(name, this.features.size);
    return this.features.get(name)!;
  }
}
