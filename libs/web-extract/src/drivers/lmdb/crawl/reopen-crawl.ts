import type { CrawlUrl } from '../../../model/crawl/crawl.js';
import { receiverOf } from '../../crawl-store/receiver-of.js';
import { addUrls } from './frontier/add-urls.js';
import type { Batch } from '../storage/batch.js';
import type { OpenStore } from '../storage/open-store.js';
import { EXPIRED, noteOf, type HeadRow, type LiveCrawlRow } from '../storage/rows.js';

/** Has a completed crawl run again. @returns false when it is not completed, or has expired */
export function reopenCrawl(batch: Batch, store: OpenStore, id: string, urls: readonly CrawlUrl[]): boolean {
  const { database, running, owned } = store;
  const before = store.find(id)?.head;
  const row = database.crawls.get(id);
  if (before?.status !== 'completed' || !row || row === EXPIRED || batch.reopened.has(id)) return false;
  batch.reopened.add(id);
  const { n, owner } = row;
  const head: HeadRow = { ...before, status: 'running', error: null, finishedAt: null, expiresAt: null };
  const crawl = store.newCrawl(id, row, head);
  batch.remove(database.due, [before.finishedAt!, 'queue', n]);
  batch.remove(database.due, [before.expiresAt!, 'crawl', id]);
  batch.put(database.notes, n, noteOf(id, row, null));
  addUrls(batch, database, crawl, urls);
  tellOn(batch, store, id, row, head.pages);
  batch.onWritten(() => {
    running.set(id, crawl);
    owned.set(owner, id, { n, expiresAt: null });
  });
  return true;
}

/** The message about its end has no place any more: there comes the next page. */
function tellOn(
  batch: Batch,
  { database, webhooks }: OpenStore,
  id: string,
  { n, owner, request }: LiveCrawlRow,
  pages: number,
): void {
  if (!request.webhook) return;
  const position = Math.min(database.webhooks.get(n)?.position ?? Infinity, 1 + pages);
  const row = { id, owner, receiver: receiverOf(request.webhook.url), position, tries: 0, dueAt: 0 };
  batch.put(database.webhooks, n, row);
  batch.onWritten(() => webhooks.add(n, row));
}
