import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CrawlUrl, PageOutcome, PageTask, VisitFacts } from '../../../model/crawl/crawl.js';
import { encodePage } from '../../../model/page/stored-page.js';
import type { CompletionResult } from '../../../ports/stores/frontier.port.js';
import { addIfRunning, URLS_A_STEP } from './frontier/add-urls.js';
import { completeTask, type Completion } from './complete-task.js';
import type { OpenStore } from '../storage/open-store.js';
import type { Lease } from './frontier/lease.js';
import type { RunningCrawl } from './running-crawl.js';

/** Brings a task to its end. */
export async function endTask(
  store: OpenStore,
  task: PageTask,
  outcome: PageOutcome,
  children: readonly CrawlUrl[],
  facts: VisitFacts,
): Promise<CompletionResult> {
  const crawl = store.running.get(task.crawlId);
  const lease = crawl?.leases.get(task.lease);
  if (!crawl || !lease || lease.isEnding) return 'lost';
  lease.isEnding = true;
  try {
    const json = outcome.kind === 'page' ? await encodePage(outcome.page) : null;
    const last = await addAllButLast(store, crawl, lease, children);
    const completion: Completion = { task, lease, outcome, json, children: last, facts };
    return await store.commits.submit((batch) => completeTask(batch, store.database, crawl, completion));
  } finally {
    lease.isEnding = false; // not written: still leased
    store.listeners.notify(task.crawlId, 'progress');
  }
}

/**
 * Queues most of a very long list ahead, in small commits. All of a page's children are known before the page is; should the
 * process die in between, the page is visited again and finds them known.
 */
async function addAllButLast(
  store: OpenStore,
  crawl: RunningCrawl,
  lease: Lease,
  children: readonly CrawlUrl[],
): Promise<readonly CrawlUrl[]> {
  let at = 0;
  for (; children.length - at > URLS_A_STEP; at += URLS_A_STEP) {
    const step = children.slice(at, at + URLS_A_STEP);
    await store.commits.submit((batch) => {
      if (crawl.leases.has(lease.token)) addIfRunning(batch, store.database, crawl, step);
    });
    await nextTurn(); // others want to work too
  }
  return children.slice(at);
}
