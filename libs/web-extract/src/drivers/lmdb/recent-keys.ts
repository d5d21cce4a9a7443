/** Navigation links come on every page: remembering so many of the last ones spares most of the look-ups. */
const GENERATION = 1_000;

/** Remembers the keys that came lately, in two generations; the older one is dropped when the younger is full. */
export class RecentKeys {
  private young = new Set<string>();
  private old = new Set<string>();

  has(key: string): boolean {
    if (this.young.has(key)) return true;
    if (!this.old.has(key)) return false;
    this.add(key);
    return true;
  }

  add(key: string): void {
    if (this.young.size >= GENERATION) {
      this.old = this.young;
      this.young = new Set();
    }
    this.young.add(key);
  }
}
