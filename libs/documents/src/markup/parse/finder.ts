/** Search for a word from increasing positions, which scans the page only once. */
export class Finder {
  private found: number | null = null;

  constructor(
    private readonly source: string,
    private readonly word: string,
  ) {}

  /** Position of the next occurrence; -1 if there is none. */
  from(position: number): number {
    if (this.found === null || (this.found >= 0 && this.found < position))
      this.found = this.source.indexOf(this.word, position);
    return this.found;
  }
}
