import { withoutQuery } from '../../../model/cut-text.js';

/** What the text of a page may come with. Pictures, media, fonts, pings and streams are not waited for. */
const CONTENT_TYPES = new Set(['Document', 'Script', 'Stylesheet', 'XHR', 'Fetch']);
/** A request that takes longer is a long poll. */
const LONG_POLL_MS = 5_000;
/** What was asked for before, to the letter, is not waited for as long. */
const REPEATED_MS = 1_000;
/** The next request to the same address, whatever its query, is a poll. */
const MAX_SAME_ADDRESS = 4;
/** The same where each says something else to the address, as queries in bodies do. */
const MAX_SAME_ADDRESS_TOLD = 12;

/** Which requests of a page are under way that its text may come with. Told by the events of CDP's Network domain. */
export class NetworkActivity {
  /** When each request is no longer waited for, by `performance.now()`. */
  private readonly open = new Map<string, number>();
  private readonly asked = new Map<string, number>();
  private lastChange = performance.now();

  started(id: string, { url, method = 'GET' }: { url: string; method?: string }, type: string): void {
    if (!CONTENT_TYPES.has(type) || !/^https?:/.test(url)) return;
    const isTold = method !== 'GET';
    const ofAddress = this.count(`${method} ${withoutQuery(url)}`);
    if (ofAddress > (isTold ? MAX_SAME_ADDRESS_TOLD : MAX_SAME_ADDRESS)) return;
    const isRepeated = this.count(url) > 1 && !isTold && type !== 'Document';
    const now = performance.now();
    this.open.set(id, now + (isRepeated ? REPEATED_MS : LONG_POLL_MS));
    this.lastChange = now;
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
    for (const [id, until] of this.open) if (now > until) this.open.delete(id);
    return this.open.size > 0 ? 0 : now - this.lastChange;
  }

  /** @returns how often it was asked for by now */
  private count(what: string): number {
    const key = what.slice(0, 2_000);
    const count = (this.asked.get(key) ?? 0) + 1;
    this.asked.set(key, count);
    return count;
  }
}
