import type { NewCrawl } from '../../ports/crawl-store.port.js';
import { hashOf } from '../crawl-store/hash-of.js';
import { addUrls } from './add-urls.js';
import type { Batch } from './batch.js';
import { MEMORY_MS, schedule } from './expire.js';
import type { OpenStore } from './open-store.js';
import { newHead } from './rows.js';

/** Writes a crawl with its seeds. @returns false when its idempotency key was used before */
export function createCrawl(batch: Batch, store: OpenStore, crawl: NewCrawl): boolean {
  const { database, running, webhooks } = store;
  const { id, owner, request, createdAt } = crawl.job;
  if (!useKey(batch, store, owner, crawl.idempotencyKey)) return false;
  const n = batch.nextNumber();
  const limit = Math.min(crawl.limit, Number.MAX_SAFE_INTEGER); // the journal is JSON, which has no infinity
  const row = { n, limit, owner, request, createdAt };
  const live = store.newCrawl(id, row, newHead());
  batch.put(database.crawls, id, row);
  addUrls(batch, database, live, crawl.seeds);
  if (request.webhook) batch.put(database.webhooks, n, { id, position: 0 });
  batch.onWritten(() => {
    running.set(id, live);
    if (request.webhook) webhooks.add(n, id, 0);
  });
  return true;
}

function useKey(
  batch: Batch,
  { database }: OpenStore,
  owner: string,
  idempotencyKey: string | null,
): boolean {
  if (idempotencyKey === null) return true;
  const { idempotency } = database;
  const key = hashOf(JSON.stringify([owner, idempotencyKey]));
  const now = Date.now();
  const usedAt = idempotency.get(key);
  if (batch.usedKeys.has(key) || (usedAt !== undefined && usedAt + MEMORY_MS > now)) return false;
  batch.usedKeys.add(key);
  batch.put(idempotency, key, now);
  schedule(batch, database, now + MEMORY_MS, 'key', key);
  return true;
}
