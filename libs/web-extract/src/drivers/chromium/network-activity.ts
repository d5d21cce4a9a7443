/** What the text of a page may come with. Pictures, media, fonts, pings and streams are not waited for. */
const CONTENT_TYPES = new Set(['Document', 'Script', 'Stylesheet', 'XHR', 'Fetch']);
/** A request that takes longer is a long poll. */
const LONG_POLL_MS = 5_000;
/** The next request to the same address is a poll. */
const MAX_SAME_ADDRESS = 4;

/** Which requests of a page are under way that its text may come with. Told by the events of CDP's Network domain. */
export class NetworkActivity {
  private readonly open = new Map<string, number>();
  private readonly sameAddress = new Map<string, number>();
  private lastChange = performance.now();

  started(id: string, url: string, type: string): void {
    if (!CONTENT_TYPES.has(type) || !/^https?:/.test(url) || this.isPoll(url)) return;
    this.open.set(id, performance.now());
    this.lastChange = performance.now();
  }

  finished(id: string): void {
    if (this.open.delete(id)) this.lastChange = performance.now();
  }

  /** Something was done to the page: what it sets off counts from now. */
  restart(): void {
    this.lastChange = performance.now();
  }

  /** Milliseconds since the last request that counts; 0 while one is under way. */
  get quietMs(): number {
    const now = performance.now();
    for (const [id, since] of this.open) if (now - since > LONG_POLL_MS) this.open.delete(id);
    return this.open.size > 0 ? 0 : now - this.lastChange;
  }

  private isPoll(url: string): boolean {
    const address = url.slice(0, 2_000).replace(/[?#].*$/, '');
    const count = (this.sameAddress.get(address) ?? 0) + 1;
    this.sameAddress.set(address, count);
    return count > MAX_SAME_ADDRESS;
  }
}
