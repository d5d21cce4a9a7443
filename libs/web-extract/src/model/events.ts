import type { SyncCounts } from './last-sync.js';
import type { CrawlCounters, CrawlRequest, CrawlStatus } from './crawl/crawl.js';
import type { CheckPageStatus, CheckStatus } from './monitor/check.js';
import type { MonitorSummary } from './monitor/monitor.js';
import type { UsageResource } from './keys/usage.js';
import type { ChangeStatus } from './page/page-change.js';
import type { PageStage, PageTimings } from './page/page-timings.js';

/** The purpose of reading a page: a single scrape, a given document, a map, or a job of one of the kinds. */
export type RunKind = 'scrape' | 'document' | 'map' | NonNullable<CrawlRequest['kind']>;

/** Fields of all events of a page's pipeline. URLs contain no credentials, but may contain a query. */
export interface RunFacts {
  readonly kind: RunKind;
  /** As requested; for a document its file name. */
  readonly url: string;
  readonly owner: string;
  /** The job that the page belongs to. */
  readonly crawlId: string | null;
  /** Trace context of the caller that started the job, as a W3C `traceparent`. */
  readonly trace: string | null;
}

/** Start of a page's pipeline. */
export interface PageStartedEvent extends RunFacts {
  readonly type: 'page-started';
  /** Number of this pipeline within this process, the same in all of its events. */
  readonly run: number;
  /** Milliseconds since the epoch, with fractions. Used by all events. */
  readonly at: number;
}

/** End of a stage of a page's pipeline. */
export interface StageEvent extends RunFacts {
  readonly type: 'stage';
  readonly run: number;
  readonly stage: PageStage;
  /** Start of the stage. */
  readonly at: number;
  readonly ms: number;
  /** Code of the error that ended the stage. */
  readonly errorCode: string | null;
}

/** Outcome of a page's pipeline. `postponed` and `left` pages are read later or by another process. */
export type RunOutcome = 'page' | 'failed' | 'blocked' | 'postponed' | 'left';

/** End of a page's pipeline. */
export interface PageEndedEvent extends RunFacts {
  readonly type: 'page-ended';
  readonly run: number;
  readonly at: number;
  readonly outcome: RunOutcome;
  readonly statusCode: number | null;
  readonly errorCode: string | null;
  readonly timings: PageTimings;
}

/** Fields of all events of a job. */
export interface CrawlFacts {
  readonly crawlId: string;
  readonly kind: NonNullable<CrawlRequest['kind']>;
  readonly owner: string;
  /** Start URL, without credentials. */
  readonly url: string;
  /** Tag of the tracked pages; `monitor:<id>` for checks of a monitor. Absent for jobs without change tracking. */
  readonly tag?: string;
  readonly at: number;
}

/** A job was accepted, or a process takes over or resumes a job that it has not seen before. */
export interface CrawlStartedEvent extends CrawlFacts {
  readonly type: 'crawl-started' | 'crawl-resumed';
  /** Pages already stored. */
  readonly pages: number;
}

/**
 * The outcome of a URL of a job was stored. Emitted exactly once for each URL that this process adds to
 * `taken`.
 */
export interface CrawlPageEvent extends CrawlFacts {
  readonly type: 'crawl-page';
  readonly pageUrl: string;
  readonly outcome: 'page' | 'failed' | 'blocked' | 'collapsed';
  readonly statusCode: number | null;
  readonly errorCode: string | null;
  /** Reason why there is no page. */
  readonly reason: string | null;
  /** Credits used. */
  readonly credits: number;
  /** Links that were not followed because they would end the session or change data. */
  readonly guardedLinks: number;
  readonly bytes: number;
  readonly ms: number;
}

/** A job ended. Emitted by one process only. */
export interface CrawlEndedEvent extends CrawlFacts {
  readonly type: 'crawl-ended';
  readonly status: Exclude<CrawlStatus, 'running'>;
  /** Reason of the failure. */
  readonly reason: string | null;
  readonly counters: CrawlCounters;
  /** Time since the job was accepted. */
  readonly ms: number;
}

/** A tracked page was compared with its previous visit. */
export interface PageTrackedEvent {
  readonly type: 'page-tracked';
  readonly kind: RunKind;
  /** The job that the page belongs to. */
  readonly crawlId: string | null;
  readonly owner: string;
  readonly url: string;
  readonly status: ChangeStatus;
  readonly visibility: 'visible' | 'hidden';
  /** Received bytes, as sent over the wire. */
  readonly bytes: number;
  /** Wire bytes of the stored body, if it was not sent again. */
  readonly bytesSaved: number;
  readonly at: number;
}

/** The history of an owner is full. */
export interface HistoryFullEvent {
  readonly type: 'history-full';
  readonly kind: RunKind;
  /** The job that the page belongs to. */
  readonly crawlId: string | null;
  readonly owner: string;
  readonly at: number;
}

/** The history or the cache could not be read or written; pages are returned without it. */
export interface HistoryFailedEvent {
  readonly type: 'history-failed' | 'cache-failed';
  readonly kind: RunKind;
  /** The job that the page belongs to. */
  readonly crawlId: string | null;
  readonly owner: string;
  readonly reason: string;
  readonly at: number;
}

/** A session has logged in. */
export interface SessionRenewedEvent {
  readonly type: 'session-renewed';
  readonly owner: string;
  readonly name: string;
  /** Number of logins of the session. */
  readonly generation: number;
  readonly ms: number;
  readonly at: number;
}

/** A login was rejected or could not be completed. */
export interface SessionLoginFailedEvent {
  readonly type: 'session-login-failed';
  readonly owner: string;
  readonly name: string;
  readonly reason: string;
  readonly ms: number;
  readonly at: number;
}

/** A page was read again because the site did not recognize the session. */
export interface SessionExpiredEvent {
  readonly type: 'session-expired';
  readonly owner: string;
  readonly name: string;
  readonly generation: number;
  readonly at: number;
}

/** Fields of all events of extractors. */
interface ExtractorFacts {
  readonly owner: string;
  /** Id of the extractor. */
  readonly id: string;
  readonly name: string | null;
  readonly version: number;
  readonly at: number;
}

/** An extractor was learned, extended or imported: it has a new version. */
export interface ExtractorLearnedEvent extends ExtractorFacts {
  readonly type: 'extractor-learned';
  /** Paths of the learned fields. */
  readonly fields: readonly string[];
}

/** Fields of a template have fewer values than before. One event for each new field. */
export interface ExtractorDriftedEvent extends ExtractorFacts {
  readonly type: 'extractor-drifted';
  /** Null for pages of no known template. */
  readonly template: string | null;
  readonly fields: readonly string[];
}

/** Fields that had drifted are read again: there is a new version. */
export interface ExtractorHealedEvent extends ExtractorFacts {
  readonly type: 'extractor-healed';
  readonly fields: readonly string[];
}

/** Fields that have drifted could not be healed. */
export interface ExtractorHealRefusedEvent extends ExtractorFacts {
  readonly type: 'extractor-heal-refused';
  readonly fields: readonly string[];
  /** Reasons by field. */
  readonly reasons: Readonly<Record<string, string>>;
}

/** An extractor has read a page. */
export interface ExtractorPageEvent extends ExtractorFacts {
  readonly type: 'extractor-page';
  /** `unknown`: of no known template; `invalid`: required fields have no value; `model`: a model was called. */
  readonly outcome: 'read' | 'unknown' | 'invalid' | 'model' | 'error';
  /** Number of fields without a value, by reason. */
  readonly missing: Readonly<Record<string, number>>;
  readonly tokensSaved: number;
}

/** Results of a crawl were moved to the archive. */
export interface ArchiveSealedEvent {
  readonly type: 'archive-sealed';
  readonly crawlId: string;
  readonly pages: number;
  /** Size of the object in the archive. */
  readonly bytes: number;
  readonly ms: number;
  readonly at: number;
}

/** The archive could not be used; results stay in the crawl store. Emitted for each failed attempt. */
export interface ArchiveFailedEvent {
  readonly type: 'archive-failed';
  readonly crawlId: null;
  readonly reason: string;
  readonly at: number;
}

/** Fields of all events of a monitor. */
export interface MonitorFacts {
  readonly kind: 'monitor';
  readonly crawlId: null;
  readonly monitorId: string;
  readonly owner: string;
  readonly at: number;
}

/** A check of a monitor began or ended. Emitted by the process that works on it. */
export interface MonitorCheckEvent extends MonitorFacts {
  readonly type: 'monitor-check-started' | 'monitor-check-ended';
  readonly checkId: string;
  /** Name of the monitor. */
  readonly name: string;
  readonly status: CheckStatus;
  readonly summary: MonitorSummary;
  /** Time since the check was due, or requested. */
  readonly ms: number;
}

/** A page of a check was compared with its previous visit. */
export interface MonitorPageEvent extends MonitorFacts {
  readonly type: 'monitor-page';
  readonly checkId: string;
  readonly url: string;
  readonly status: CheckPageStatus;
}

/** A monitor was paused because its owner has no valid key any more. */
export interface MonitorPausedEvent extends MonitorFacts {
  readonly type: 'monitor-paused';
}

/** Webhook messages of a monitor were dropped because too many of its owner, or of all owners, were waiting. */
export interface MonitorMessagesDroppedEvent extends MonitorFacts {
  readonly type: 'monitor-messages-dropped';
  readonly messages: number;
}

/** Webhook messages of an extract job were dropped because too many of its owner were waiting. */
export interface JobMessagesDroppedEvent {
  readonly type: 'job-messages-dropped';
  readonly kind: 'extract';
  readonly crawlId: string;
  readonly owner: string;
  readonly messages: number;
  readonly at: number;
}

/** A crawl found so many pages removed that their removal is held. */
export interface RemovalsHeldEvent {
  readonly type: 'removals-held';
  readonly kind: RunKind;
  /** The job that found the pages removed. */
  readonly crawlId: string | null;
  readonly owner: string;
  readonly tag: string;
  /** Number of pages that the crawl found removed and that are held. */
  readonly pages: number;
  readonly at: number;
}

/** A sync of a corpus ended. Emitted by the process that works on it. */
export interface CorpusSyncedEvent {
  readonly type: 'corpus-synced';
  readonly kind: 'sync';
  readonly crawlId: string | null;
  readonly owner: string;
  readonly tag: string;
  readonly sink: string;
  /** `aborted`: by its signal, or because the application shuts down. */
  readonly outcome: 'completed' | 'failed' | 'aborted';
  /** Reason of the failure. */
  readonly reason: string | null;
  /** Number of pages; null unless the sync was completed. */
  readonly counts: SyncCounts | null;
  readonly ms: number;
  readonly at: number;
}

/** Fields of all events of a handler. */
export interface HandlerFacts {
  readonly kind: 'handler';
  readonly handler: string;
  /** The job of the item; null for changes. */
  readonly crawlId: string | null;
  readonly owner: string;
  readonly at: number;
}

/** A handler failed in all of its attempts with an item, which is skipped. */
export interface HandlerFailedEvent extends HandlerFacts {
  readonly type: 'handler-failed';
  /** URL of the page; null for ends of jobs. */
  readonly url: string | null;
  readonly attempts: number;
  /** Message of the last error. */
  readonly reason: string;
}

/** Items expired before a handler had processed them. */
export interface HandlerLaggingEvent extends HandlerFacts {
  readonly type: 'handler-lagging';
  /** The tag of the changes; null for jobs. */
  readonly tag: string | null;
}

/** A limit of an owner, or its credits. */
export type LimitedResource = UsageResource | 'credits';

/**
 * An owner has used 80 % of a limit of its day or of its credits, or all of it. Emitted once for each day, or amount of
 * credits, by one process.
 */
export interface UsageLimitEvent {
  readonly type: 'usage-near-limit' | 'usage-limit-reached';
  readonly kind: 'usage';
  readonly crawlId: null;
  readonly owner: string;
  readonly resource: LimitedResource;
  /** Used and reserved amount, in the unit of the resource. */
  readonly used: number;
  readonly limit: number;
  readonly at: number;
}

/** Events of page pipelines and jobs. They are frozen, so listeners cannot change results. */
export type WebExtractEvent =
  | PageStartedEvent
  | StageEvent
  | PageEndedEvent
  | CrawlStartedEvent
  | CrawlPageEvent
  | CrawlEndedEvent
  | PageTrackedEvent
  | HistoryFullEvent
  | HistoryFailedEvent
  | ArchiveSealedEvent
  | ArchiveFailedEvent
  | MonitorCheckEvent
  | MonitorPageEvent
  | MonitorPausedEvent
  | MonitorMessagesDroppedEvent
  | JobMessagesDroppedEvent
  | RemovalsHeldEvent
  | CorpusSyncedEvent
  | HandlerFailedEvent
  | HandlerLaggingEvent
  | UsageLimitEvent
  | SessionRenewedEvent
  | SessionLoginFailedEvent
  | SessionExpiredEvent
  | ExtractorLearnedEvent
  | ExtractorDriftedEvent
  | ExtractorHealedEvent
  | ExtractorHealRefusedEvent
  | ExtractorPageEvent;
