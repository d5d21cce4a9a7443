import type { CorpusSyncedEvent, WebExtractEvent } from '../model/events.js';

/** A metric, shared by Prometheus and OpenTelemetry. */
export interface Instrument {
  /** Name in OpenTelemetry notation. */
  readonly name: string;
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /** `s` for seconds, `By` for bytes, `1` for counts. */
  readonly unit: 's' | 'By' | '1';
  /** Names of labels. Each has a small, fixed set of values: never a URL, an owner or a key. */
  readonly labels: readonly string[];
  /** Upper bounds of a histogram. */
  readonly buckets?: readonly number[];
}

const PAGE_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const STAGE_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const CRAWL_SECONDS = [1, 10, 60, 300, 1_800, 3_600, 21_600, 86_400];

/** All instruments. */
export const INSTRUMENTS = {
  pages: {
    name: 'web_extract.pages', kind: 'counter', unit: '1', labels: ['kind', 'outcome'],
    help: 'Attempts to read pages that ended, by outcome: page, failed, blocked, postponed, or left to a process with a browser',
  },
  pageDuration: {
    name: 'web_extract.page.duration', kind: 'histogram', unit: 's', labels: ['kind', 'outcome'],
    help: 'Time to process a page', buckets: PAGE_SECONDS,
  },
  pagesUnderWay: {
    name: 'web_extract.pages.under_way', kind: 'gauge', unit: '1', labels: ['kind'], help: 'Pages being processed',
  },
  stageDuration: {
    name: 'web_extract.stage.duration', kind: 'histogram', unit: 's', labels: ['stage', 'result'],
    help: 'Time of a stage of a page', buckets: STAGE_SECONDS,
  },
  received: {
    name: 'web_extract.received', kind: 'counter', unit: 'By', labels: ['kind'], help: 'Bytes of responses, decompressed',
  },
  errors: {
    name: 'web_extract.errors', kind: 'counter', unit: '1', labels: ['kind', 'code'], help: 'Failed pages, by code',
  },
  crawlsStarted: {
    name: 'web_extract.crawls.started', kind: 'counter', unit: '1', labels: ['kind'], help: 'Jobs that were accepted here',
  },
  crawlsResumed: {
    name: 'web_extract.crawls.resumed', kind: 'counter', unit: '1', labels: ['kind'],
    help: 'Jobs that were taken up from another process, or run again',
  },
  crawlsEnded: {
    name: 'web_extract.crawls.ended', kind: 'counter', unit: '1', labels: ['kind', 'status'], help: 'Jobs that ended here',
  },
  crawlDuration: {
    name: 'web_extract.crawl.duration', kind: 'histogram', unit: 's', labels: ['kind', 'status'],
    help: 'Time of a job from its acceptance to its end', buckets: CRAWL_SECONDS,
  },
  crawlPages: {
    name: 'web_extract.crawl.pages', kind: 'counter', unit: '1', labels: ['kind', 'outcome'],
    help: 'Stored URLs of jobs by result: page, failed, blocked or collapsed',
  },
  crawlCredits: {
    name: 'web_extract.crawl.credits', kind: 'counter', unit: '1', labels: ['kind'], help: 'Credits of the pages of jobs',
  },
  trackedPages: {
    name: 'web_extract.tracked.pages', kind: 'counter', unit: '1', labels: ['kind', 'status'],
    help: 'Tracked pages by their status: new, same, changed or removed',
  },
  trackedSaved: {
    name: 'web_extract.tracked.saved', kind: 'counter', unit: 'By', labels: ['kind'],
    help: 'Bytes of stored bodies that were not sent again',
  },
  trackedUnsent: {
    name: 'web_extract.tracked.not_sent', kind: 'counter', unit: '1', labels: ['kind'],
    help: 'Tracked pages whose body was not sent again',
  },
  removalsHeld: {
    name: 'web_extract.changes.held', kind: 'counter', unit: '1', labels: ['kind'],
    help: 'Pages that a crawl found removed and whose removal is held until a later crawl confirms it',
  },
  syncs: {
    name: 'web_extract.syncs', kind: 'counter', unit: '1', labels: ['outcome'], help: 'Syncs of corpora that ended here',
  },
  syncDuration: {
    name: 'web_extract.sync.duration', kind: 'histogram', unit: 's', labels: ['outcome'],
    help: 'Time of a sync with its crawl', buckets: CRAWL_SECONDS,
  },
  syncPages: {
    name: 'web_extract.sync.pages', kind: 'counter', unit: '1', labels: ['result'],
    help: 'Pages of syncs: new, changed, removed, held, unchanged, skipped or failed',
  },
  handlerProblems: {
    name: 'web_extract.handlers.problems', kind: 'counter', unit: '1', labels: ['handler', 'problem'],
    help: 'Items that a handler skipped: handler-failed, handler-lagging',
  },
  historyProblems: {
    name: 'web_extract.history.problems', kind: 'counter', unit: '1', labels: ['kind', 'problem'],
    help: 'Pages that were not tracked, or not cached: history-full, history-failed or cache-failed',
  },
  archivedPages: {
    name: 'web_extract.archive.pages', kind: 'counter', unit: '1', labels: [], help: 'Pages moved to the archive of results',
  },
  archivedBytes: {
    name: 'web_extract.archive.written', kind: 'counter', unit: 'By', labels: [], help: 'Bytes written to the archive of results',
  },
  sealDuration: {
    name: 'web_extract.archive.seal.duration', kind: 'histogram', unit: 's', labels: [],
    help: 'Time to move a range of results to the archive', buckets: STAGE_SECONDS,
  },
  archiveFailures: {
    name: 'web_extract.archive.failures', kind: 'counter', unit: '1', labels: [],
    help: 'Attempts to use the archive of results that failed',
  },
  sessionLogins: {
    name: 'web_extract.session.logins', kind: 'counter', unit: '1', labels: ['result'], help: 'Logins of sessions: ok or failed',
  },
  sessionRenewalDuration: {
    name: 'web_extract.session.renewal.duration', kind: 'histogram', unit: 's', labels: ['result'],
    help: 'Time of a login', buckets: STAGE_SECONDS,
  },
  sessionPagesReadAgain: {
    name: 'web_extract.session.pages_read_again', kind: 'counter', unit: '1', labels: [],
    help: 'Readings that were repeated because the site did not recognize the session',
  },
  sessionGuardedLinks: {
    name: 'web_extract.session.guarded_links', kind: 'counter', unit: '1', labels: [],
    help: 'Links of pages that jobs did not follow because they would end the session or change data',
  },
  extractorPages: {
    name: 'web_extract.extractor.pages', kind: 'counter', unit: '1', labels: ['outcome'],
    help: 'Pages read with extractors: read, unknown, invalid, model or error',
  },
  extractorMissing: {
    name: 'web_extract.extractor.missing', kind: 'counter', unit: '1', labels: ['reason'],
    help: 'Fields without a value, by reason',
  },
  extractorDrifts: {
    name: 'web_extract.extractor.drifts', kind: 'counter', unit: '1', labels: [], help: 'Templates whose fields have drifted',
  },
  extractorHeals: {
    name: 'web_extract.extractor.heals', kind: 'counter', unit: '1', labels: ['outcome'],
    help: 'Repairs of extractors by result: healed or refused',
  },
  extractorTokensSaved: {
    name: 'web_extract.extractor.tokens_saved', kind: 'counter', unit: '1', labels: [],
    help: 'Tokens that a model would have used for pages read with extractors',
  },
  monitorChecks: {
    name: 'web_extract.monitor.checks', kind: 'counter', unit: '1', labels: ['status'], help: 'Checks of monitors that ended here',
  },
  monitorPages: {
    name: 'web_extract.monitor.pages', kind: 'counter', unit: '1', labels: ['status'], help: 'Pages of checks by their status',
  },
  jobMessagesDropped: {
    name: 'web_extract.job.messages.dropped', kind: 'counter', unit: '1', labels: [],
    help: 'Webhook messages of extract jobs that were dropped because too many were waiting',
  },
  monitorMessagesDropped: {
    name: 'web_extract.monitor.messages.dropped', kind: 'counter', unit: '1', labels: [],
    help: 'Webhook messages of monitors that were dropped because too many were waiting',
  },
  usageLimits: {
    name: 'web_extract.usage.limits', kind: 'counter', unit: '1', labels: ['resource', 'level'],
    help: 'Owners that came near a limit of a day or of their credits, or reached it: usage-near-limit, usage-limit-reached',
  },
} as const satisfies Readonly<Record<string, Instrument>>; // prettier-ignore

export type InstrumentKey = keyof typeof INSTRUMENTS;

/** Labels of one measurement. */
export type Labels = Readonly<Record<string, string>>;

/** Receiver of measurements. */
export interface Recorder {
  /** Adds to a counter or a gauge; negative values are allowed for gauges. */
  add(instrument: InstrumentKey, value: number, labels: Labels): void;
  observe(instrument: InstrumentKey, value: number, labels: Labels): void;
}

/** Records the measurements of an event. */
export function recordEvent(event: WebExtractEvent, to: Recorder): void {
  if (event.type === 'archive-sealed') {
    to.add('archivedPages', event.pages, {});
    to.add('archivedBytes', event.bytes, {});
    return to.observe('sealDuration', event.ms / 1000, {});
  }
  if (event.type === 'archive-failed') return to.add('archiveFailures', 1, {});
  if (event.type === 'corpus-synced') return recordSync(event, to);
  if (event.type === 'job-messages-dropped') return to.add('jobMessagesDropped', event.messages, {});
  if (event.type === 'session-renewed' || event.type === 'session-login-failed') {
    const result = event.type === 'session-renewed' ? 'ok' : 'failed';
    to.add('sessionLogins', 1, { result });
    return to.observe('sessionRenewalDuration', event.ms / 1000, { result });
  }
  if (event.type === 'session-expired') return to.add('sessionPagesReadAgain', 1, {});
  if (isOfExtractor(event)) return recordExtractor(event, to);
  if (event.kind === 'usage')
    return to.add('usageLimits', 1, { resource: event.resource, level: event.type });
  if ('monitorId' in event) return recordMonitor(event, to);
  const { kind } = event;
  switch (event.type) {
    case 'page-started':
      return to.add('pagesUnderWay', 1, { kind });
    case 'stage': {
      const result = event.errorCode === null ? 'ok' : 'failed';
      return to.observe('stageDuration', event.ms / 1000, { stage: event.stage, result });
    }
    case 'page-ended': {
      const { outcome, errorCode, timings } = event;
      to.add('pagesUnderWay', -1, { kind });
      to.add('pages', 1, { kind, outcome });
      to.observe('pageDuration', timings.total / 1000, { kind, outcome });
      to.add('received', timings.bytes, { kind });
      if (errorCode !== null) to.add('errors', 1, { kind, code: errorCode });
      return;
    }
    case 'crawl-started':
      return to.add('crawlsStarted', 1, { kind });
    case 'crawl-resumed':
      return to.add('crawlsResumed', 1, { kind });
    case 'crawl-page':
      to.add('crawlPages', 1, { kind, outcome: event.outcome });
      if (event.guardedLinks > 0) to.add('sessionGuardedLinks', event.guardedLinks, {});
      return to.add('crawlCredits', event.credits, { kind });
    case 'crawl-ended': {
      const { status } = event;
      to.add('crawlsEnded', 1, { kind, status });
      return to.observe('crawlDuration', event.ms / 1000, { kind, status });
    }
    case 'page-tracked': {
      to.add('trackedPages', 1, { kind, status: event.status });
      if (event.bytesSaved === 0) return;
      to.add('trackedSaved', event.bytesSaved, { kind });
      return to.add('trackedUnsent', 1, { kind });
    }
    case 'history-full':
    case 'history-failed':
    case 'cache-failed':
      return to.add('historyProblems', 1, { kind, problem: event.type });
    case 'removals-held':
      return to.add('removalsHeld', event.pages, { kind });
    case 'handler-failed':
    case 'handler-lagging':
      return to.add('handlerProblems', 1, { handler: event.handler, problem: event.type });
  }
}

function recordSync({ outcome, ms, counts }: CorpusSyncedEvent, to: Recorder): void {
  to.add('syncs', 1, { outcome });
  to.observe('syncDuration', ms / 1000, { outcome });
  const { bytesSaved: _, ...pages } = counts ?? { bytesSaved: 0 };
  for (const [result, count] of Object.entries(pages)) if (count > 0) to.add('syncPages', count, { result });
}

function recordMonitor(event: Extract<WebExtractEvent, { monitorId: string }>, to: Recorder): void {
  if (event.type === 'monitor-check-ended') to.add('monitorChecks', 1, { status: event.status });
  if (event.type === 'monitor-messages-dropped') to.add('monitorMessagesDropped', event.messages, {});
  if (event.type === 'monitor-page') to.add('monitorPages', 1, { status: event.status });
}

type ExtractorEvent = Extract<WebExtractEvent, { readonly type: `extractor-${string}` }>;

const isOfExtractor = (event: WebExtractEvent): event is ExtractorEvent =>
  event.type.startsWith('extractor-');

function recordExtractor(event: ExtractorEvent, to: Recorder): void {
  if (event.type === 'extractor-drifted') return to.add('extractorDrifts', 1, {});
  if (event.type === 'extractor-healed') return to.add('extractorHeals', 1, { outcome: 'healed' });
  if (event.type === 'extractor-heal-refused') return to.add('extractorHeals', 1, { outcome: 'refused' });
  if (event.type !== 'extractor-page') return;
  to.add('extractorPages', 1, { outcome: event.outcome });
  for (const [reason, count] of Object.entries(event.missing)) to.add('extractorMissing', count, { reason });
  if (event.tokensSaved > 0) to.add('extractorTokensSaved', event.tokensSaved, {});
}
