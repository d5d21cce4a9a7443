import { pause } from '../../../concurrency/until-aborted.js';
import type { CrawlJob } from '../../../model/crawl/crawl.js';
import type { CrawlStore } from '../../../ports/stores/crawl-store.port.js';

const INTERVAL_MS = 1_000;

/**
 * Yields the states of a job without reading its pages: one a second, the final one last. Ends early if the job is deleted.
 * @throws the reason of the signal
 */
export async function* jobStates(
  store: CrawlStore,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<CrawlJob, void, undefined> {
  const end = new AbortController();
  const unsubscribe = store.subscribe(id, (change) => change === 'ended' && end.abort());
  const wake = AbortSignal.any([signal, end.signal]);
  try {
    for (;;) {
      const isWoken = end.signal.aborted;
      const job = await store.find(id);
      signal.throwIfAborted();
      if (!job) return;
      yield job;
      if (job.status !== 'running') return;
      await pause(INTERVAL_MS, isWoken ? signal : wake).catch(() => {}); // cut short at the end of the job
    }
  } finally {
    unsubscribe();
  }
}
