import { Injectable, Logger } from '@nestjs/common';
import type {
  CorpusSyncedEvent,
  CrawlStartedEvent,
  CrawlEndedEvent,
  CrawlFacts,
  CrawlPageEvent,
  HistoryFailedEvent,
  HandlerFailedEvent,
  HandlerLaggingEvent,
  HistoryFullEvent,
  MonitorCheckEvent,
  MonitorMessagesDroppedEvent,
  JobMessagesDroppedEvent,
  LimitedResource,
  RemovalsHeldEvent,
  PageEndedEvent,
  StageEvent,
  UsageLimitEvent,
} from '../../model/events.js';
import type { PageStage } from '../../model/page/page-timings.js';
import { redactUrl } from '../../model/redact-url.js';
import { EventStream } from './event-stream.js';
import { logLine } from './log-line.js';
import { kept } from '../../model/kept.js';

/** Stages that take longer are logged, except waiting for a host and calling the model, which are often slow. */
export const SLOW_STAGE_MS = 10_000;
const MAY_BE_SLOW: ReadonlySet<PageStage> = new Set<PageStage>(['host', 'extract']);
/** Slow ones of one stage within this time after a line are only counted, for the next line. */
const QUIET_MS = 60_000;

const NAMES: Readonly<Record<CrawlFacts['kind'], string>> = {
  crawl: 'Crawl',
  batch: 'Batch',
  extract: 'Extract job',
};

const LIMITED: Readonly<Record<LimitedResource, string>> = {
  pages: 'pages a day',
  bytes: 'bytes a day',
  browserMs: 'milliseconds of the browser a day',
  tokens: 'tokens a day',
  credits: 'credits',
};

const CHECK_COUNTS = ['same', 'changed', 'new', 'removed', 'error'] as const;

const COUNTS = ['pages', 'failed', 'blocked', 'collapsed', 'abandoned', 'credits'] as const;

/** Writes what operators want to read of the events: a line when a job starts, is taken up and ends, slow stages, failed pages at debug. */
@Injectable()
export class EventLog {
  private readonly logger = new Logger('WebExtract');
  /** When a line was last written about the history and the cache: with every page would be too often. */
  private readonly toldAt = kept('times', new Map<string, number>());
  private readonly slow = kept('times', new Map<PageStage, { readonly toldAt: number; more: number }>());

  constructor(events: EventStream) {
    events.onProblems((event) => {
      if (event.type === 'stage') this.stage(event);
      else if (event.type === 'page-ended') this.page(event);
      else if (event.type === 'crawl-page') this.crawledPage(event);
      else if (event.type === 'crawl-ended') this.ended(event);
      else if (event.type === 'crawl-started' || event.type === 'crawl-resumed') this.begun(event);
      else if (event.type === 'history-full') this.historyFull(event);
      else if (event.type === 'monitor-messages-dropped') this.messagesDropped(event);
      else if (event.type === 'job-messages-dropped') this.jobMessagesDropped(event);
      else if (event.type === 'corpus-synced') this.synced(event);
      else if (event.type === 'monitor-check-started' || event.type === 'monitor-check-ended')
        this.checked(event);
      else if (event.type === 'removals-held') this.removalsHeld(event);
      else if (event.type === 'handler-failed') this.handlerFailed(event);
      else if (event.type === 'handler-lagging') this.handlerLagging(event);
      else if (event.type === 'usage-near-limit' || event.type === 'usage-limit-reached') this.limit(event);
      else if (event.type === 'history-failed' || event.type === 'cache-failed') this.storeFailed(event);
    }, SLOW_STAGE_MS);
  }

  private begun(event: CrawlStartedEvent): void {
    const how = event.type === 'crawl-started' ? 'started' : `resumed with ${countOf('pages', event.pages)}`;
    this.logger[isOfMonitor(event) ? 'debug' : 'log'](logLine(`${nameOf(event)} ${how}`));
  }

  private ended(event: CrawlEndedEvent): void {
    const { status, reason, ms, counters } = event;
    const counts = COUNTS.filter((name) => counters[name] > 0).map((name) => countOf(name, counters[name]));
    const why = reason === null ? '' : `: ${reason}`;
    const level = status === 'failed' ? 'warn' : isOfMonitor(event) ? 'debug' : 'log';
    this.logger[level](
      logLine(
        `${nameOf(event)} ${status} after ${seconds(ms)} (${counts.join(', ') || 'nothing read'})${why}`,
      ),
    );
  }

  private crawledPage({ outcome, crawlId, pageUrl, errorCode, reason }: CrawlPageEvent): void {
    if (outcome !== 'failed') return;
    this.logger.debug(logLine(`${redactUrl(pageUrl)} of ${crawlId} failed (${errorCode}): ${reason}`));
  }

  /** Logs a failed single page. Pages of jobs may be retried and are reported after the last attempt. */
  private page({ outcome, crawlId, kind, url, errorCode }: PageEndedEvent): void {
    if (outcome !== 'failed' || crawlId !== null) return;
    this.logger.debug(logLine(`${placeOf(kind, url)} failed (${errorCode})`));
  }

  private historyFull({ type, owner }: HistoryFullEvent): void {
    this.tell(
      type,
      `The history of ${owner} is full: further pages are not tracked (history.maxBytesPerOwner)`,
    );
  }

  private messagesDropped({ type, owner, monitorId }: MonitorMessagesDroppedEvent): void {
    this.tell(type, tooManyMessages(owner, `monitor ${monitorId}`));
  }

  private jobMessagesDropped({ type, owner, crawlId }: JobMessagesDroppedEvent): void {
    this.tell(type, tooManyMessages(owner, `extract job ${crawlId}`));
  }

  private removalsHeld({ owner, tag, pages }: RemovalsHeldEvent): void {
    const place = tag === '' ? owner : `${owner}, tag ${JSON.stringify(tag)}`;
    this.logger.warn(
      logLine(
        `${countOf('pages', pages)} of ${place} not found: the removal is held until a later crawl confirms it`,
      ),
    );
  }

  private synced({ outcome, tag, sink, counts, reason, ms }: CorpusSyncedEvent): void {
    const name = `Sync of ${JSON.stringify(tag)} to ${JSON.stringify(sink)}`;
    const pages = Object.entries(counts ?? {}).filter(([key, count]) => key !== 'bytesSaved' && count > 0);
    const result = reason ?? (pages.map(([key, count]) => `${count} ${key}`).join(', ') || 'no pages');
    this.logger[outcome === 'failed' ? 'warn' : 'log'](
      logLine(`${name} ${outcome} after ${seconds(ms)}: ${result}`),
    );
  }

  private checked({ type, name, monitorId, status, summary, ms }: MonitorCheckEvent): void {
    const check = `Check of monitor ${JSON.stringify(name)} (${monitorId})`;
    if (type === 'monitor-check-started') return this.logger.log(logLine(`${check} started`));
    const counts = CHECK_COUNTS.filter((count) => summary[count] > 0).map(
      (count) => `${summary[count]} ${count}`,
    );
    const level = status === 'failed' || status === 'partial' ? 'warn' : 'log';
    this.logger[level](
      logLine(`${check} ${status} after ${seconds(ms)} (${counts.join(', ') || 'no pages'})`),
    );
  }

  private handlerFailed({ handler, url, crawlId, attempts, reason }: HandlerFailedEvent): void {
    const item = url === null ? `the end of ${crawlId}` : redactUrl(url);
    this.logger.error(
      logLine(`Handler ${handler} failed ${attempts} times with ${item}, which it skips: ${reason}`),
    );
  }

  private handlerLagging({ handler, crawlId, tag }: HandlerLaggingEvent): void {
    const place = crawlId === null ? `of tag ${JSON.stringify(tag)}` : `of job ${crawlId}`;
    this.logger.warn(logLine(`Items ${place} have expired before handler ${handler} had processed them`));
  }

  private limit({ type, owner, resource, used, limit }: UsageLimitEvent): void {
    const level = type === 'usage-near-limit' ? 'is near a limit' : 'has reached a limit';
    this.logger.warn(logLine(`${owner} ${level}: ${used} of ${limit} ${LIMITED[resource]}`));
  }

  private storeFailed({ type, reason }: HistoryFailedEvent): void {
    const name = type === 'cache-failed' ? 'cache' : 'history';
    this.tell(type, `The ${name} cannot be used, pages are answered without it: ${reason}`);
  }

  private tell(type: string, message: string): void {
    const now = performance.now();
    if (now - (this.toldAt.get(type) ?? -Infinity) < QUIET_MS) return;
    this.toldAt.set(type, now);
    this.logger.warn(logLine(message));
  }

  private stage({ stage, ms, kind, url }: StageEvent): void {
    if (ms < SLOW_STAGE_MS || MAY_BE_SLOW.has(stage)) return;
    const now = performance.now();
    const known = this.slow.get(stage);
    if (known && now - known.toldAt < QUIET_MS) return void known.more++;
    const more = known && known.more > 0 ? `, and ${known.more} more since the last line` : '';
    this.slow.set(stage, { toldAt: now, more: 0 });
    this.logger.warn(logLine(`Slow: ${stage} of ${placeOf(kind, url)} took ${seconds(ms)}${more}`));
  }
}

const nameOf = ({ kind, crawlId, url }: CrawlFacts): string =>
  `${NAMES[kind]} ${crawlId} of ${redactUrl(url)}`;

/** Jobs of monitors: the lines of their checks name the monitor. */
const isOfMonitor = ({ tag }: CrawlFacts): boolean => tag?.startsWith('monitor:') === true;

/** The name of a file is its owner's business. */
const placeOf = (kind: StageEvent['kind'], url: string): string =>
  kind === 'document' ? 'a file' : redactUrl(url);

/** A number with its noun: `1 page`, `2 pages`. */
const countOf = (name: string, count: number): string =>
  `${count} ${count === 1 && /^(?:pages|credits)$/.test(name) ? name.slice(0, -1) : name}`;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const tooManyMessages = (owner: string, sender: string): string =>
  `Too many webhook messages of ${owner} are waiting: the oldest ones are dropped, now of ${sender}. Check that its webhook answers with a status below 300`;
