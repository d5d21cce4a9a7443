/** Sums over any range of a list in two look-ups. */
export class RunningTotal {
  private readonly totals: Float64Array;

  /** @param of the value at each of `count` places */
  constructor(count: number, of: (at: number) => number) {
    this.totals = new Float64Array(count + 1);
    for (let at = 0; at < count; at++) this.totals[at + 1] = this.totals[at]! + of(at);
  }

  /** From `first` up to, not including, `end`. */
  sum(first: number, end: number): number {
    return this.totals[end]! - this.totals[first]!;
  }
}
