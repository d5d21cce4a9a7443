import type { CrawlCounters, CrawlJob, CrawlStatus } from '../../../model/crawl/crawl.js';
import type { MergedData } from '../../../model/extraction/merging.js';
import { type ChangeCounts } from '../../../model/page/page-change.js';
import type { Admission } from '../../crawl-store/admission-of.js';
import type { PagesPointer, RowKind, RowsPointer } from '../../crawl-store/segments/segment.js';
import type { Key, Table } from './table.js';

/** Facts about a crawl that are kept in memory. */
export interface CrawlFacts extends Pick<CrawlJob, 'owner' | 'createdAt'> {
  readonly n: number;
  readonly limit: number;
  /** Absent: URLs are read as they come. */
  readonly admission?: Admission;
  /** Secret of the buckets of known keys, an integer of 32 bits. */
  readonly bucketSalt: number;
}

/** Facts that are written once. */
export interface LiveCrawlRow extends CrawlFacts, Pick<CrawlJob, 'request'> {}

/** A crawl without its request: the data needed by lists and at start. */
export interface NoteRow extends Pick<CrawlJob, 'id' | 'owner' | 'createdAt' | 'expiresAt'> {
  readonly limit: number;
  readonly admission?: Admission;
  readonly bucketSalt: number;
}

/** `EXPIRED` replaces a crawl whose results were deleted. */
export type CrawlRow = LiveCrawlRow | typeof EXPIRED;
export const EXPIRED = 'expired';

/** Retention time of idempotency keys and of the fact that a crawl has expired. */
export const MEMORY_MS = 24 * 3_600_000;

/** State that changes with every step. Positions of results, failures and records follow from the counts. */
export interface HeadRow {
  status: CrawlStatus;
  error: string | null;
  rootUrl: string | null;
  finishedAt: number | null;
  expiresAt: number | null;
  /** Addresses that ever entered the queue; also the next sequence number. */
  known: number;
  pages: number;
  failed: number;
  blocked: number;
  collapsed: number;
  /** Tasks that were no pages. */
  seeded: number;
  abandoned: number;
  trapped: number;
  rendered: number;
  credits: number;
  /** Absent until there is a response. */
  statusCounts?: Readonly<Record<string, number>>;
  /** Absent where no page was tracked. */
  changes?: ChangeCounts;
  /** [sequence, attempts] of URLs after their first attempt and of leased ones: a crash counts as an attempt. */
  attempts: [number, number][];
}

export interface WebhookRow {
  readonly id: string;
  readonly position: number;
  readonly owner: string;
  /** Host and port that the messages go to. */
  readonly receiver: string;
  /** Number of failed deliveries of the message at `position`, and the time of the next attempt. */
  readonly tries: number;
  readonly dueAt: number;
  /** Present for extract jobs. */
  readonly isExtract?: true;
}

export function newHead(): HeadRow {
  return {
    status: 'running',
    error: null,
    rootUrl: null,
    finishedAt: null,
    expiresAt: null,
    known: 0,
    pages: 0,
    failed: 0,
    blocked: 0,
    collapsed: 0,
    seeded: 0,
    abandoned: 0,
    trapped: 0,
    rendered: 0,
    credits: 0,
    attempts: [],
  };
}

/** @param expiresAt null while it runs */
export function noteOf(
  id: string,
  { owner, createdAt, limit, admission, bucketSalt }: CrawlFacts,
  expiresAt: number | null,
): NoteRow {
  return { id, owner, createdAt, limit, expiresAt, bucketSalt, ...(admission ? { admission } : {}) };
}

/** Position of the next record. */
export const recordsOf = (head: HeadRow): number => head.pages + head.failed + head.blocked + head.collapsed;

function countersOf(head: HeadRow, leased: number): CrawlCounters {
  const {
    pages,
    failed,
    blocked,
    collapsed,
    abandoned,
    trapped,
    rendered,
    credits,
    statusCounts = {},
    changes,
  } = head;
  const queued = head.known - recordsOf(head) - head.seeded - abandoned - leased;
  const ended = { pages, failed, blocked, collapsed, abandoned };
  const counters = { ...ended, queued, leased, trapped, rendered, credits, statusCounts };
  return changes ? { ...counters, changes } : counters;
}

export function jobOf(
  id: string,
  row: LiveCrawlRow,
  head: HeadRow,
  leased: number,
  gathered: MergedData | null,
): CrawlJob {
  const { owner, request, createdAt } = row;
  const { status, rootUrl, error, finishedAt, expiresAt } = head;
  const counters = countersOf(head, leased);
  return { id, owner, request, status, rootUrl, counters, error, gathered, createdAt, finishedAt, expiresAt };
}

/** Number of sealed rows of each kind, or where some of them are. */
export type SegmentRow = SealedCounts | PagesPointer | RowsPointer;
export type SealedCounts = Readonly<Record<'pages' | RowKind, number>>;

/** An expired crawl whose objects are removed at `dueAt`. */
export interface RemovalRow {
  readonly dueAt: number;
  /** A listing of its objects was empty. */
  readonly wasEmpty: boolean;
}

/** State of a key in `seen`: a page is stored under it. */
export const STORED = 1;

/** Key in `seen` of the number of pages of a host, kept for crawls with a limit per host. */
export const pagesOfHostKey = (n: number, host: string): [number, string, string] => [n, 'host', host];

/** A count in `seen`; 0 if there is none. */
export function countIn(seen: Table<number | Uint8Array, Key>, key: Key): number {
  const found = seen.get(key);
  return typeof found === 'number' ? found : 0;
}
