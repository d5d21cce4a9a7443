import type { CrawlCounters, CrawlRequest, CrawlStatus } from './crawl/crawl.js';
import type { ChangeStatus } from './page/page-change.js';
import type { PageStage, PageTimings } from './page/page-timings.js';

/** For whom a page is read: a single scrape, a file at hand, a map, or a job of one of the kinds. */
export type RunKind = 'scrape' | 'document' | 'map' | NonNullable<CrawlRequest['kind']>;

/** What every event about the pipeline of one page says. Addresses hold no credentials; their queries may. */
export interface RunFacts {
  readonly kind: RunKind;
  /** As it was asked for; of a file its name. */
  readonly url: string;
  readonly owner: string;
  /** The job that the page is read for. */
  readonly crawlId: string | null;
  /** Trace of whoever started the job, as W3C's `traceparent` says it. */
  readonly trace: string | null;
}

/** Begins a page's pipeline. */
export interface PageStartedEvent extends RunFacts {
  readonly type: 'page-started';
  /** Number of this pipeline in this process: all of its events have it. */
  readonly run: number;
  /** Milliseconds since the epoch, with their fractions; the same in every event. */
  readonly at: number;
}

/** A stage of a page's pipeline came to its end. */
export interface StageEvent extends RunFacts {
  readonly type: 'stage';
  readonly run: number;
  readonly stage: PageStage;
  /** When it began. */
  readonly at: number;
  readonly ms: number;
  /** Code of the error that ended it. */
  readonly errorCode: string | null;
}

/** How a page's pipeline ended: `postponed` and `left` pages are read later, or elsewhere. */
export type RunOutcome = 'page' | 'failed' | 'blocked' | 'postponed' | 'left';

/** Ends a page's pipeline. */
export interface PageEndedEvent extends RunFacts {
  readonly type: 'page-ended';
  readonly run: number;
  readonly at: number;
  readonly outcome: RunOutcome;
  readonly statusCode: number | null;
  readonly errorCode: string | null;
  readonly timings: PageTimings;
}

/** What every event about a job says. */
export interface CrawlFacts {
  readonly crawlId: string;
  readonly kind: NonNullable<CrawlRequest['kind']>;
  readonly owner: string;
  /** Start address, without credentials. */
  readonly url: string;
  readonly at: number;
}

/** A job was accepted; or it is taken up, or runs again, by a process that did not see it before. */
export interface CrawlBegunEvent extends CrawlFacts {
  readonly type: 'crawl-started' | 'crawl-resumed';
  /** Pages that it has already. */
  readonly pages: number;
}

/** The store has what became of an address of a job: exactly one for each that its counters count as taken by this process. */
export interface CrawlPageEvent extends CrawlFacts {
  readonly type: 'crawl-page';
  readonly pageUrl: string;
  readonly outcome: 'page' | 'failed' | 'blocked' | 'collapsed';
  readonly statusCode: number | null;
  readonly errorCode: string | null;
  /** Why there is no page. */
  readonly reason: string | null;
  /** Units of account. */
  readonly credits: number;
  readonly bytes: number;
  readonly ms: number;
}

/** A job ended. One process tells of it. */
export interface CrawlEndedEvent extends CrawlFacts {
  readonly type: 'crawl-ended';
  readonly status: Exclude<CrawlStatus, 'running'>;
  /** Why it failed. */
  readonly reason: string | null;
  readonly counters: CrawlCounters;
  /** Since it was accepted. */
  readonly ms: number;
}

/** A tracked page was compared with its last visit. */
export interface PageTrackedEvent {
  readonly type: 'page-tracked';
  readonly kind: RunKind;
  /** The job that the page is read for. */
  readonly crawlId: string | null;
  readonly owner: string;
  readonly url: string;
  readonly status: ChangeStatus;
  readonly visibility: 'visible' | 'hidden';
  /** Received, as sent over the wire. */
  readonly bytes: number;
  /** Wire bytes of the stored body, if it was not sent again. */
  readonly bytesSaved: number;
  readonly at: number;
}

/** The history of an owner has no room for another page. */
export interface HistoryFullEvent {
  readonly type: 'history-full';
  readonly kind: RunKind;
  /** The job that the page is read for. */
  readonly crawlId: string | null;
  readonly owner: string;
  readonly at: number;
}

/** The history, or the cache, could not be read or written; pages are answered without it. */
export interface HistoryFailedEvent {
  readonly type: 'history-failed' | 'cache-failed';
  readonly kind: RunKind;
  /** The job that the page is read for. */
  readonly crawlId: string | null;
  readonly owner: string;
  readonly reason: string;
  readonly at: number;
}

/** Whatever happens on the pipeline of a page and in the life of a job. Frozen: nobody can change a result through it. */
export type WebExtractEvent =
  | PageStartedEvent
  | StageEvent
  | PageEndedEvent
  | CrawlBegunEvent
  | CrawlPageEvent
  | CrawlEndedEvent
  | PageTrackedEvent
  | HistoryFullEvent
  | HistoryFailedEvent;
