import type { CrawlUrl } from '../../../model/crawl/crawl.js';
import { MAX_QUERY_VARIANTS } from '../../../ports/frontier.port.js';
import { hashOf } from '../../crawl-store/hash-of.js';
import type { Batch } from '../storage/batch.js';
import type { CrawlDatabase } from '../storage/crawl-database.js';
import { KNOWN, packUrl } from '../storage/rows.js';
import type { RunningCrawl } from './running-crawl.js';

/** Addresses queued in one step: 5 to 10 ms of the event loop. */
export const URLS_A_STEP = 500;

/** Queues the addresses whose key is new to the crawl. @returns how many were new */
export function addUrls(
  batch: Batch,
  database: CrawlDatabase,
  crawl: RunningCrawl,
  urls: readonly CrawlUrl[],
): number {
  const { head } = batch.draftOf(crawl);
  const before = head.known;
  for (const url of urls) {
    if (crawl.recent.has(url.key)) continue;
    const hash = hashOf(url.key);
    if (isKnown(batch, database, crawl, url.key, hash)) continue;
    if (isTrapped(batch, database, crawl, url.variantOf)) head.trapped++;
    else enqueue(batch, database, crawl, url, hash);
  }
  return head.known - before;
}

export function addIfRunning(
  batch: Batch,
  database: CrawlDatabase,
  crawl: RunningCrawl,
  urls: readonly CrawlUrl[],
): number {
  return batch.draftOf(crawl).isRunning ? addUrls(batch, database, crawl, urls) : 0;
}

function isKnown(
  batch: Batch,
  { seen }: CrawlDatabase,
  crawl: RunningCrawl,
  key: string,
  hash: string,
): boolean {
  const draft = batch.draftOf(crawl);
  if (draft.known.has(hash) || draft.stored.has(hash)) return true;
  if (!seen.has([crawl.n, hash])) return false;
  crawl.recent.add(key); // only stored keys: those of a failed batch would be wrong
  return true;
}

/** Counts a new variant of a path; beyond the bound it is refused. */
function isTrapped(batch: Batch, { seen }: CrawlDatabase, crawl: RunningCrawl, path: string | null): boolean {
  if (path === null) return false;
  const { variants } = batch.draftOf(crawl);
  const hash = hashOf(path);
  const key = [crawl.n, '?', hash];
  const count = variants.get(hash) ?? seen.get(key) ?? 0;
  if (count >= MAX_QUERY_VARIANTS) return true;
  variants.set(hash, count + 1);
  batch.put(seen, key, count + 1);
  return false;
}

function enqueue(
  batch: Batch,
  { queue, seen }: CrawlDatabase,
  crawl: RunningCrawl,
  url: CrawlUrl,
  hash: string,
): void {
  const draft = batch.draftOf(crawl);
  const sequence = draft.head.known++;
  draft.known.add(hash);
  draft.arrivals.push({ host: url.host, sequence, isPage: url.kind === 'page' });
  batch.put(seen, [crawl.n, hash], KNOWN);
  batch.put(queue, [crawl.n, url.host, sequence], packUrl(url));
}
