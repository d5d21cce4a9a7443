import { randomInt } from 'node:crypto';
import type { CreateResult, NewCrawl } from '../../../ports/stores/crawl-store.port.js';
import { admissionOf } from '../../crawl-store/admission-of.js';
import { hashOf } from '../../crawl-store/hash-of.js';
import { receiverOf } from '../../crawl-store/receiver-of.js';
import { addUrls } from './frontier/add-urls.js';
import type { Batch } from '../storage/batch.js';
import { schedule } from './expire.js';
import type { OpenStore } from '../storage/open-store.js';
import { MEMORY_MS, newHead, noteOf } from '../storage/rows.js';

/** Writes a crawl with its seeds, if its owner has room for it. */
export function createCrawl(batch: Batch, store: OpenStore, crawl: NewCrawl): CreateResult {
  const { database, running, webhooks, owned } = store;
  const { id, owner, request, createdAt } = crawl.job;
  const key = crawl.idempotencyKey === null ? null : hashOf(JSON.stringify([owner, crawl.idempotencyKey]));
  if (key !== null && isUsed(batch, store, key)) return 'key-used';
  const added = batch.created.get(owner) ?? 0;
  const full = crawl.room ? owned.isFull(owner, crawl.room, added, Date.now()) : null;
  if (full !== null) return `too-many-${full}`;
  batch.created.set(owner, added + 1);
  if (key !== null) useKey(batch, store, key);
  const n = batch.nextNumber();
  const limit = Math.min(crawl.limit, Number.MAX_SAFE_INTEGER); // the journal is JSON, which has no infinity
  const admission = admissionOf(request);
  const bucketSalt = randomInt(2 ** 32);
  const facts = { n, limit, owner, createdAt, bucketSalt, ...(admission ? { admission } : {}) };
  const live = store.newCrawl(id, facts, newHead());
  batch.put(database.crawls, id, { ...facts, request });
  batch.put(database.notes, n, noteOf(id, facts, null));
  addUrls(batch, database, live, crawl.seeds);
  const messages = request.webhook && {
    ...{ id, owner, receiver: receiverOf(request.webhook.url) },
    ...{ position: 0, tries: 0, dueAt: 0 },
    ...(request.kind === 'extract' ? { isExtract: true as const } : {}),
  };
  if (messages) batch.put(database.webhooks, n, messages);
  batch.onWritten(() => {
    running.set(id, live);
    owned.set(owner, id, { n, expiresAt: null });
    if (messages) webhooks.add(n, messages);
  });
  return 'created';
}

function isUsed(batch: Batch, { database }: OpenStore, key: string): boolean {
  const usedAt = database.idempotency.get(key);
  return batch.usedKeys.has(key) || (usedAt !== undefined && usedAt + MEMORY_MS > Date.now());
}

function useKey(batch: Batch, { database }: OpenStore, key: string): void {
  const now = Date.now();
  batch.usedKeys.add(key);
  batch.put(database.idempotency, key, now);
  schedule(batch, database, now + MEMORY_MS, 'key', key);
}
