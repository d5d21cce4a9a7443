import type { HintWeights } from './name-hints.js';

/** Maximum number of texts that are remembered, and of characters of each. */
const MAX_TEXTS = 4096;
const MAX_CHARS = 200;

/**
 * Results of a pure function of a short text and the weights of a model, kept for the pages to come: the menus, footers and
 * class names of a site repeat on its pages. Cleared when it is full. Each conversion thread has its own.
 */
export class HintMemo<T> {
  private known = new Map<string, T>();
  private weights: HintWeights | null = null;

  get(text: string, weights: HintWeights, compute: (text: string, weights: HintWeights) => T): T {
    if (text.length > MAX_CHARS) return compute(text, weights);
    if (weights !== this.weights || this.known.size >= MAX_TEXTS) this.startAnew(weights);
    let result = this.known.get(text);
    if (result === undefined) this.known.set(copyOf(text), (result = compute(text, weights)));
    return result;
  }

  private startAnew(weights: HintWeights): void {
    this.known = new Map();
    this.weights = weights;
  }
}

/** A part of a page's text would keep the whole page in memory. */
function copyOf(text: string): string {
  return ` ${text}`.slice(1);
}
