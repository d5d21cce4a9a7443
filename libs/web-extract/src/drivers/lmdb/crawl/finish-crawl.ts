import type { CrawlStatus } from '../../../model/crawl/crawl.js';
import type { Batch } from '../storage/batch.js';
import type { MergedData } from '../../../model/extraction/merging.js';
import { schedule } from './expire.js';
import type { OpenStore } from '../storage/open-store.js';
import { GATHERED } from './gathered.js';
import { noteOf } from '../storage/rows.js';
import type { RunningCrawl } from './running-crawl.js';

interface CrawlEnd {
  readonly status: Exclude<CrawlStatus, 'running'>;
  readonly error: string | null;
  readonly retentionMs: number;
  readonly gathered: MergedData | null;
}

/** Ends a crawl and abandons its running tasks. @returns false if it had already ended */
export async function finishCrawl(store: OpenStore, crawl: RunningCrawl, end: CrawlEnd): Promise<boolean> {
  crawl.isEnding = true;
  try {
    return await store.commits.submit((batch) => writeEnd(batch, store, crawl, end), { isUrgent: true });
  } finally {
    crawl.isEnding = false;
    store.listeners.notify(crawl.id, crawl.head.status === 'running' ? 'progress' : 'ended');
  }
}

function writeEnd(batch: Batch, store: OpenStore, crawl: RunningCrawl, end: CrawlEnd): boolean {
  const draft = batch.draftOf(crawl);
  if (!draft.isRunning) return false;
  const now = Date.now();
  const { status, error, retentionMs, gathered } = end;
  const expiresAt = now + retentionMs;
  const abandoned = [...crawl.leases.values()].filter((lease) => !draft.ended.has(lease)).length;
  draft.head.abandoned += abandoned;
  Object.assign(draft.head, { status, error, finishedAt: now, expiresAt });
  if (gathered) batch.put(store.database.results, [crawl.n, GATHERED], Buffer.from(JSON.stringify(gathered)));
  schedule(batch, store.database, now, 'queue', crawl.n);
  schedule(batch, store.database, expiresAt, 'crawl', crawl.id);
  batch.put(store.database.notes, crawl.n, noteOf(crawl.id, crawl.row, expiresAt));
  batch.onWritten(() => {
    store.running.delete(crawl.id);
    store.owned.set(crawl.row.owner, crawl.id, { n: crawl.n, expiresAt });
  });
  return true;
}
