/** Sums over any range of a list in two look-ups. */
export class RunningTotal {
  private readonly totals: Float64Array;
  private count = 0;

  /** @param length number of values that {@link add} appends */
  constructor(length: number) {
    this.totals = new Float64Array(length + 1);
  }

  /** @param of the value at each of `count` places */
  static of(count: number, of: (at: number) => number): RunningTotal {
    const total = new RunningTotal(count);
    for (let at = 0; at < count; at++) total.add(of(at));
    return total;
  }

  add(value: number): void {
    this.totals[this.count + 1] = this.totals[this.count]! + value;
    this.count++;
  }

  /** From `first` up to, not including, `end`. */
  sum(first: number, end: number): number {
    return this.totals[end]! - this.totals[first]!;
  }
}
