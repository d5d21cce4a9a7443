/**
 * Pages of crawls as they are written to clients, the least recently used ones giving way. What stands at a position never
 * changes, and clients that wait for the end of a crawl ask for its first pages again and again.
 */
export class DocumentCache {
  private readonly documents = new Map<string, Buffer>();
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  get(crawlId: string, position: number): Buffer | null {
    const key = keyOf(crawlId, position);
    const document = this.documents.get(key);
    if (!document) return null;
    this.documents.delete(key);
    this.documents.set(key, document); // now the most recently used
    return document;
  }

  put(crawlId: string, position: number, document: Buffer): void {
    const key = keyOf(crawlId, position);
    this.forget(key);
    this.documents.set(key, document);
    this.bytes += document.length;
    for (const oldest of this.documents.keys()) {
      if (this.bytes <= this.maxBytes) return;
      this.forget(oldest);
    }
  }

  private forget(key: string): void {
    this.bytes -= this.documents.get(key)?.length ?? 0;
    this.documents.delete(key);
  }
}

const keyOf = (crawlId: string, position: number): string => `${crawlId} ${position}`;
