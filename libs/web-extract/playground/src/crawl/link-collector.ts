/** More than anybody looks through. */
const MOST = 2_000;

/** The addresses that pages link to, each once and without its fragment. */
export class LinkCollector {
  private readonly known = new Set<string>();

  /** @returns those that are new */
  add(links: readonly string[]): string[] {
    const before = this.known.size;
    for (const link of links) {
      if (this.known.size >= MOST) break;
      this.known.add(link.replace(/#.*/s, ''));
    }
    return [...this.known].slice(before);
  }
}
