import type { CrawlChange } from '../../ports/stores/crawl-store.port.js';

type Listener = (change: CrawlChange) => void;

/** Listeners of this process by crawl. Changes within one turn of the event loop are reported once, in the next turn. */
export class Listeners {
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly changed = new Map<string, CrawlChange>();

  /** @returns a function that ends it */
  add(crawlId: string, listener: Listener): () => void {
    const own: Listener = (change) => listener(change); // the same function may listen twice
    const listeners = this.listeners.get(crawlId) ?? new Set();
    this.listeners.set(crawlId, listeners.add(own));
    return () => {
      if (listeners.delete(own) && listeners.size === 0) this.listeners.delete(crawlId);
    };
  }

  has(crawlId: string): boolean {
    return this.listeners.has(crawlId);
  }

  /** The crawls that somebody listens to. */
  crawls(): string[] {
    return [...this.listeners.keys()];
  }

  clear(): void {
    this.listeners.clear();
  }

  notify(crawlId: string, change: CrawlChange): void {
    if (!this.listeners.has(crawlId)) return;
    if (this.changed.size === 0) setImmediate(() => this.tell());
    if (this.changed.get(crawlId) !== 'ended') this.changed.set(crawlId, change);
  }

  private tell(): void {
    const changed = [...this.changed];
    this.changed.clear();
    for (const [crawlId, change] of changed) {
      for (const listener of [...(this.listeners.get(crawlId) ?? [])]) listener(change);
    }
  }
}
