export interface SitemapAddress {
  readonly url: string;
  /** Nesting depth in sitemap indexes. */
  readonly depth: number;
}

/** Queue of unique sitemaps in order of discovery. */
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

  /** Registers the final URL of a file after redirects. @returns false if that URL is already known */
  arrive(url: string, finalUrl: string): boolean {
    if (url === finalUrl) return true;
    if (this.known.has(finalUrl)) return false;
    this.known.add(finalUrl);
    return true;
  }
}
