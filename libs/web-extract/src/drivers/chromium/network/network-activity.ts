import { withoutQuery } from '../../../model/cut-text.js';

/** Resource types that may affect the text of the page. Pictures, media, fonts, pings and streams are ignored. */
const CONTENT_TYPES = new Set(['Document', 'Script', 'Stylesheet', 'XHR', 'Fetch']);
/** A request that takes longer is a long poll. */
const LONG_POLL_MS = 5_000;
/** Maximum wait for a request identical to an earlier one. */
const REPEATED_MS = 1_000;
/** Further requests to the same URL count as polling, regardless of the query. */
const MAX_SAME_ADDRESS = 4;
/** The same where each says something else to the address, as queries in bodies do. */
const MAX_SAME_ADDRESS_TOLD = 12;

/** Tracks the running requests that may affect the text of a page, based on the events of CDP's Network domain. */
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

  /** Restarts the measurement after an action on the page. */
  restart(): void {
    this.lastChange = performance.now();
  }

  /** Milliseconds since the last relevant request; 0 while one is running. */
  get quietMs(): number {
    const now = performance.now();
    for (const [id, until] of this.open) if (now > until) this.open.delete(id);
    return this.open.size > 0 ? 0 : now - this.lastChange;
  }

  /** @returns the number of requests so far */
  private count(what: string): number {
    const key = what.slice(0, 2_000);
    const count = (this.asked.get(key) ?? 0) + 1;
    this.asked.set(key, count);
    return count;
  }
}
