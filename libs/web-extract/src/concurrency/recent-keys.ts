/** Longer keys are not remembered: their number is bounded, so their length must be. */
const MAX_KEY_CHARS = 200;

/** Remembers the keys that came lately, in two generations: the older one is forgotten when the younger is full, so that it stays small. */
export class RecentKeys {
  private young = new Set<string>();
  private old = new Set<string>();

  /** @param generation as many of the last keys of up to 200 characters are known for certain, and twice as many at most */
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
