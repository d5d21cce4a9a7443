export interface SitemapAddress {
  readonly url: string;
  /** Indexes above it. */
  readonly depth: number;
}

/** The sitemaps still to read, each once, in the order in which they were named. */
export class SitemapQueue {
  private readonly waiting: SitemapAddress[] = [];
  private readonly known = new Set<string>();
  private taken = 0;

  constructor(
    private readonly maxFiles: number,
    private readonly maxDepth: number,
  ) {}

  add(url: string | null, depth: number): void {
    if (url === null || depth > this.maxDepth || this.known.size >= this.maxFiles || this.known.has(url))
      return;
    this.known.add(url);
    this.waiting.push({ url, depth });
  }

  hasNext(): boolean {
    return this.taken < this.waiting.length;
  }

  next(): SitemapAddress {
    return this.waiting[this.taken++] as SitemapAddress;
  }

  /** A file came, perhaps by redirects. @returns false when it is another one that was named already */
  arrive(url: string, finalUrl: string): boolean {
    if (url === finalUrl) return true;
    if (this.known.has(finalUrl)) return false;
    this.known.add(finalUrl);
    return true;
  }
}
