/** Sums over any range of a list in two look-ups. */
export class RunningTotal {
  private readonly totals: Float64Array;

  constructor(values: readonly number[]) {
    this.totals = new Float64Array(values.length + 1);
    for (let at = 0; at < values.length; at++) this.totals[at + 1] = this.totals[at]! + values[at]!;
  }

  /** From `first` up to, not including, `end`. */
  sum(first: number, end: number): number {
    return this.totals[end]! - this.totals[first]!;
  }
}
