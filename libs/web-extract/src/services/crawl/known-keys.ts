const KEYS_A_GENERATION = 5_000;

/** Keys that a crawl knows for certain; the older ones are forgotten, so that big crawls stay small. */
export class KnownKeys {
  private young = new Set<string>();
  private old = new Set<string>();

  has(key: string): boolean {
    return this.young.has(key) || this.old.has(key);
  }

  add(key: string): void {
    this.young.add(key);
    if (this.young.size < KEYS_A_GENERATION) return;
    this.old = this.young;
    this.young = new Set();
  }
}
