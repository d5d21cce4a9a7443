import type { Batch } from '../storage/batch.js';
import type { OpenStore } from '../storage/open-store.js';
import { EXPIRED, noteOf, type HeadRow } from '../storage/rows.js';
import { schedule } from './expire.js';

/** Changes the time at which the results of an ended crawl expire. @returns false if it is running or has expired */
export function keepUntil(batch: Batch, store: OpenStore, id: string, expiresAt: number): boolean {
  const { database, owned } = store;
  const head = store.find(id)?.head;
  const row = database.crawls.get(id);
  if (!head?.expiresAt || !row || row === EXPIRED || batch.reopened.has(id)) return false;
  const { n, owner } = row;
  batch.put(database.heads, n, { ...head, expiresAt } satisfies HeadRow);
  batch.remove(database.due, [head.expiresAt, 'crawl', id]);
  schedule(batch, database, expiresAt, 'crawl', id);
  batch.put(database.notes, n, noteOf(id, row, expiresAt));
  batch.onWritten(() => owned.set(owner, id, { n, expiresAt }));
  return true;
}
