import { NO_CHANGES, type ChangeCounts } from '../../../model/page/page-change.js';
import type { CrawlUrl, PageOutcome, PageRecord, PageTask, VisitFacts } from '../../../model/crawl/crawl.js';
import type { CompletionResult } from '../../../ports/stores/frontier.port.js';
import { hashOf } from '../../crawl-store/hash-of.js';
import { countedStatus, responseOf } from '../../crawl-store/response-of.js';
import { addUrls } from './frontier/add-urls.js';
import type { Batch } from '../storage/batch.js';
import type { CrawlDatabase } from '../storage/crawl-database.js';
import { countIn, pagesOfHostKey, recordsOf, STORED, type HeadRow } from '../storage/rows.js';
import type { Lease } from './frontier/lease.js';
import type { RunningCrawl } from './running-crawl.js';

/** Outcome of a task, ready to be written. */
export interface Completion {
  readonly task: PageTask;
  readonly lease: Lease;
  readonly outcome: PageOutcome;
  /** The page in its stored form; null if the outcome has no page. */
  readonly json: Buffer | null;
  readonly children: readonly CrawlUrl[];
  readonly facts: VisitFacts;
}

type Kind = PageOutcome['kind'];

/** Stores the outcome of a task and its children. @returns as `Frontier.complete` */
export function completeTask(
  batch: Batch,
  database: CrawlDatabase,
  crawl: RunningCrawl,
  completion: Completion,
): CompletionResult {
  const { task, lease, outcome } = completion;
  const draft = batch.draftOf(crawl);
  if (!draft.isRunning) return 'lost';
  if (outcome.kind === 'failed' && draft.head.failed >= (outcome.maxFailures ?? Infinity)) return 'full';
  const hashes =
    outcome.kind === 'page' ? new Set([task.key, ...outcome.keys].map(hashOf)) : new Set<string>();
  const isThere = [...hashes].some((hash) => isStored(batch, database, crawl, hash));
  const kind = isThere ? 'collapsed' : outcome.kind;
  draft.ended.add(lease);
  removeUrl(batch, database, crawl, lease);
  if (kind !== 'seeded')
    batch.put(database.records, [crawl.n, recordsOf(draft.head)], recordOf(completion, kind));
  if (kind === 'page') storePage(batch, database, crawl, completion, hashes);
  else {
    draft.freed.push(lease);
    countEnd(batch, database, crawl, kind, completion);
  }
  countResponse(draft.head, kind, completion);
  // with all pages there nothing will be taken any more
  if (draft.head.pages < crawl.row.limit) addUrls(batch, database, crawl, completion.children);
  return kind;
}

/** A block is removed with its last URL. */
function removeUrl(batch: Batch, { queue, ended }: CrawlDatabase, crawl: RunningCrawl, lease: Lease): void {
  const { endedIn } = batch.draftOf(crawl);
  const key = [crawl.n, lease.host, lease.block];
  const name = key.join('/');
  const before = endedIn.get(name) ?? ended.get(key) ?? 0;
  const now = (before | (1 << lease.index)) >>> 0;
  endedIn.set(name, now);
  if (now < 2 ** lease.rows - 1) return batch.put(ended, key, now);
  batch.remove(queue, key);
  if (before > 0) batch.remove(ended, key);
}

/** True if a page is stored under the key. */
function isStored(batch: Batch, { seen }: CrawlDatabase, crawl: RunningCrawl, hash: string): boolean {
  return batch.draftOf(crawl).stored.has(hash) || seen.get([crawl.n, hash]) === STORED;
}

function storePage(
  batch: Batch,
  database: CrawlDatabase,
  crawl: RunningCrawl,
  { lease, outcome, json, facts }: Completion,
  hashes: ReadonlySet<string>,
): void {
  if (outcome.kind !== 'page' || json === null) return;
  const { results, seen } = database;
  const { head, stored } = batch.draftOf(crawl);
  batch.put(results, [crawl.n, head.pages], json);
  head.pages++;
  head.credits += outcome.credits;
  if (facts.changes) head.changes = addChanges(head.changes, facts.changes);
  if (lease.isRendered) head.rendered++;
  for (const hash of hashes) {
    stored.add(hash);
    batch.put(seen, [crawl.n, hash], STORED);
  }
  if (crawl.row.admission?.maxPagesPerHost != null) countPageOfHost(batch, seen, crawl, lease.host);
}

function countPageOfHost(batch: Batch, seen: CrawlDatabase['seen'], crawl: RunningCrawl, host: string): void {
  const { pagesOfHosts } = batch.draftOf(crawl);
  const key = pagesOfHostKey(crawl.n, host);
  const count = (pagesOfHosts.get(host) ?? countIn(seen, key)) + 1;
  pagesOfHosts.set(host, count);
  batch.put(seen, key, count);
}

function countEnd(
  batch: Batch,
  { failures, blocked }: CrawlDatabase,
  crawl: RunningCrawl,
  kind: Exclude<Kind, 'page'>,
  { task, outcome }: Completion,
): void {
  const { head } = batch.draftOf(crawl);
  if (outcome.kind === 'failed') batch.put(failures, [crawl.n, head.failed], outcome.failure);
  if (kind === 'blocked') batch.put(blocked, [crawl.n, head.blocked], task.url);
  head[kind]++;
}

/** Counts the status of a page, or of a page that was skipped for its status, and learns the root from the seed's. */
function countResponse(head: HeadRow, kind: Kind, { task, outcome }: Completion): void {
  const response = kind === outcome.kind ? responseOf(outcome) : null;
  if (response === null) return;
  if (task.rule === 'seed') head.rootUrl ??= response.url;
  const status = countedStatus(response.statusCode);
  if (status === '') return;
  head.statusCounts = { ...head.statusCounts, [status]: (head.statusCounts?.[status] ?? 0) + 1 };
}

function addChanges(before: ChangeCounts = NO_CHANGES, more: ChangeCounts): ChangeCounts {
  const names = Object.keys(NO_CHANGES) as (keyof ChangeCounts)[];
  return Object.fromEntries(
    names.map((name) => [name, before[name] + more[name]]),
  ) as unknown as ChangeCounts;
}

function recordOf({ task, outcome, facts }: Completion, kind: Exclude<Kind, 'seeded'>): PageRecord {
  const { url, foundOn, hops, rule, attempts } = task;
  const errorCode = outcome.kind === 'failed' ? outcome.failure.code : null;
  const { changes: _, ...visit } = facts;
  return { url, outcome: kind, foundOn, hops, rule, attempts, ...visit, errorCode };
}
