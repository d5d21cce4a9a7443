import type { CrawlJob } from '../../model/crawl.js';
import type { Page } from '../../model/page.js';
import type { CrawlStore } from '../../ports/crawl-store.port.js';

/** Something that happened to a crawl. `cursor` resumes the watch after this event. */
export type CrawlEvent =
  | { readonly type: 'page'; readonly page: Page; readonly cursor: number }
  | { readonly type: 'state'; readonly job: CrawlJob; readonly cursor: number };

/** Few at a time: what is not read yet stays in the store. */
const BATCH = { maxPages: 20, maxBytes: 4 * 1024 * 1024 };
/** Subscriptions may be lost with a connection: look again after this time. */
const LOOK_AGAIN_MS = 2_000;

/** The pages of a crawl from a position on, and its final state. */
export async function* watchCrawl(
  store: CrawlStore,
  id: string,
  from: number,
  signal?: AbortSignal,
): AsyncGenerator<CrawlEvent> {
  const bell = new Bell();
  const unsubscribe = store.subscribe(id, () => bell.ring());
  const stop = () => bell.ring();
  signal?.addEventListener('abort', stop);
  try {
    for (let cursor = from; !signal?.aborted;) {
      const heard = bell.next(LOOK_AGAIN_MS);
      const job = await store.find(id); // before the results: pages that come later are found by the next round
      const { pages, hasMore } = await store.results(id, { from: cursor, ...BATCH });
      for (const page of pages) yield { type: 'page', page, cursor: ++cursor };
      if (!job || (job.status !== 'running' && !hasMore)) {
        if (job) yield { type: 'state', job, cursor };
        return;
      }
      if (!hasMore) await heard;
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    unsubscribe();
    bell.ring();
  }
}

/** Wakes whoever waits; a ring before the waiting counts. */
class Bell {
  private wake: () => void = () => {};

  /** Resolves at the next ring from now on, or after `mostMs`. */
  next(mostMs: number): Promise<void> {
    this.wake(); // the timer of the round before
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, mostMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  ring(): void {
    this.wake();
  }
}
