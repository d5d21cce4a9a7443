const SECONDS = 60;
const STEP_MS = 1_000;

/** Pages of each of the last seconds, from totals that are seen now and then. */
export class Rates {
  private last: { readonly total: number; readonly at: number } | null = null;
  private seconds: number[] = [];
  private open = 0;

  /** The first total is where counting begins: how long those pages took nobody saw. */
  add(total: number, at: number): void {
    if (this.last === null) {
      this.last = { total, at };
      return;
    }
    const passed = at - this.last.at;
    const perMs = passed > 0 ? (total - this.last.total) / passed : 0;
    for (let left = passed; left > 0;) {
      const part = Math.min(left, STEP_MS - this.open);
      const index = this.open === 0 ? this.seconds.push(0) - 1 : this.seconds.length - 1;
      this.seconds[index] = (this.seconds[index] ?? 0) + perMs * part;
      this.open = (this.open + part) % STEP_MS;
      left -= part;
    }
    this.seconds = this.seconds.slice(-SECONDS);
    this.last = { total, at };
  }

  /** Pages a second, the oldest first. */
  get values(): readonly number[] {
    return this.seconds;
  }

  /** Average of the last five seconds. */
  get current(): number {
    const last = this.seconds.slice(-5);
    return last.length === 0 ? 0 : last.reduce((sum, value) => sum + value, 0) / last.length;
  }
}
