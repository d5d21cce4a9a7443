/** Begins with another one of a list each time, so that each has its turn. */
export class Turns {
  private turn = 0;

  next<T>(list: readonly T[]): T[] {
    if (list.length === 0) return [];
    const from = this.turn++ % list.length;
    return [...list.slice(from), ...list.slice(0, from)];
  }
}
