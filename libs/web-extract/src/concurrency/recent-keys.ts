/** Longer keys are not remembered: their number is bounded, so their length must be. */
const MAX_KEY_CHARS = 200;

/** Bounded set of recently added keys. Two generations: the older one is dropped when the newer one is full. */
export class RecentKeys {
  private young = new Set<string>();
  private old = new Set<string>();

  /** @param generation minimum number of remembered keys of up to 200 characters; at most twice as many are kept */
  constructor(private readonly generation: number) {}

  has(key: string): boolean {
    if (this.young.has(key)) return true;
    if (!this.old.has(key)) return false;
    this.add(key);
    return true;
  }

  add(key: string): void {
    if (key.length > MAX_KEY_CHARS) return;
    if (this.young.size >= this.generation) {
      this.old = this.young;
      this.young = new Set();
    }
    this.young.add(key);
  }
}
