import { BodyRoom } from '../pipeline/body-room.js';
import { ResponseCache } from '../pipeline/freshness/response-cache.js';
import { PageReader } from '../pipeline/page-reader.js';
import { PageRenderer } from '../pipeline/rendering/page-renderer.js';
import { RobotsGate } from '../web/robots/robots-gate.js';
import { parseAllowList } from '../web/url/allow-list.js';
import { ResolvedOptions } from '../model/options.js';
import { Converter } from '../ports/converter.port.js';
import { Fetcher } from '../ports/fetcher.port.js';
import { SessionStore } from '../ports/stores/session-store.port.js';
import { MemorySessionStore } from '../drivers/in-process/memory.session-store.js';
import { PageCache } from '../ports/stores/page-cache.port.js';
import type { Renderer } from '../ports/renderer.port.js';
import { ExtractorRuns } from '../services/extractors/extractor-runs.js';
import { DocumentService } from '../services/document.service.js';
import { MapService } from '../services/map/map.service.js';
import { EventStream } from '../services/events/event-stream.js';
import { HostHooks } from '../services/hooks/host-hooks.js';
import { RecentScrapes } from '../services/recent-scrapes.js';
import { RunningWork } from '../services/running-work.js';
import { readSessionOptions } from '../services/sessions/read-definition.js';
import { SessionEngine } from '../services/sessions/session-engine.js';
import { sessionEvents } from '../services/sessions/session-events.js';
import { SessionSealer } from '../services/sessions/session-sealer.js';
import { SessionService } from '../services/sessions/session.service.js';
import { ScrapeService } from '../services/scrape.service.js';
import { MeteredFetcher, MeteredRenderer } from '../services/usage/metered-ports.js';
import type { Feature } from './feature.js';

/**
 * Single pages and documents, and the links of a site. Assembles the engine, which does not depend on Nest.
 */
export const PAGES_FEATURE: Feature = {
  providers: [
    {
      provide: RobotsGate,
      useFactory: (fetcher: Fetcher, { robotsUserAgent }: ResolvedOptions) =>
        new RobotsGate(fetcher, { agent: robotsUserAgent }),
      inject: [Fetcher, ResolvedOptions],
    },
    {
      provide: PageRenderer,
      useFactory: (renderer: Renderer | null, { browser }: ResolvedOptions) =>
        new PageRenderer(renderer, browser?.render ?? 'auto'),
      inject: [MeteredRenderer, ResolvedOptions],
    },
    { provide: BodyRoom, useFactory: () => new BodyRoom() },
    {
      provide: SessionEngine,
      useFactory: makeSessions,
      inject: [SessionStore, MeteredFetcher, MeteredRenderer, Converter, ResolvedOptions, EventStream],
    },
    SessionService,
    {
      provide: PageReader,
      useFactory: makeReader,
      inject: [
        MeteredFetcher,
        Converter,
        RobotsGate,
        PageRenderer,
        BodyRoom,
        ResolvedOptions,
        PageCache,
        EventStream,
        HostHooks,
        SessionEngine,
        ExtractorRuns,
      ],
    },
    HostHooks,
    RunningWork,
    RecentScrapes,
    ScrapeService,
    DocumentService,
    MapService,
  ],
  exports: [ScrapeService, DocumentService, MapService, SessionService],
};

function makeReader(
  fetcher: Fetcher,
  converter: Converter,
  robots: RobotsGate,
  finisher: PageRenderer,
  room: BodyRoom,
  options: ResolvedOptions,
  cache: PageCache | null,
  events: EventStream,
  hooks: HostHooks,
  sessions: SessionEngine,
  extractors: ExtractorRuns,
): PageReader {
  const settings = {
    timeoutMs: options.limits.timeoutMs,
    maxTimeoutMs: options.limits.maxTimeoutMs,
    contentRules: options.contentRules,
    maxBodyBytes: options.limits.maxBodyBytes,
    documents: options.documents,
    allowed: parseAllowList(options.allowPrivate),
    hasProxies: options.proxies.length > 0,
    allowsSkipTls: options.tls.allowSkip,
    hasCache: options.cache !== null,
    sessions: sessions.readings,
    programOf: extractors.programOf.bind(extractors),
    ...(cache && options.cache ? { cache: makeCache(cache, options.cache, events) } : {}),
    ...(hooks.changesRequests ? { beforeRequest: hooks.beforeRequest.bind(hooks) } : {}),
    ...(options.respectRobotsOnScrape
      ? { validateHop: (url: string, owner?: string) => robots.check(url, undefined, owner) }
      : {}),
  };
  return new PageReader(fetcher, converter, settings, finisher, room);
}

function makeSessions(
  given: SessionStore,
  fetcher: Fetcher,
  renderer: Renderer | null,
  converter: Converter,
  { sessionKey, sessions = {}, limits }: ResolvedOptions,
  events: EventStream,
): SessionEngine {
  const persists = sessionKey !== undefined;
  const vault = {
    store: persists ? given : new MemorySessionStore(),
    leases: given,
    sealer: new SessionSealer([sessionKey ?? []].flat()),
    persists,
    maxSessions: limits.maxSessions,
  };
  const configured = Object.entries(sessions).map(([name, options]) => {
    const { rules, values } = readSessionOptions(name, options);
    return [name, { options, rules, values }] as const;
  });
  return new SessionEngine(
    vault,
    new Map(configured),
    { fetcher, renderer },
    converter,
    sessionEvents(events),
  );
}

function makeCache(
  cache: PageCache,
  { defaultMaxAgeMs, maxAgeMs }: NonNullable<ResolvedOptions['cache']>,
  events: EventStream,
): ResponseCache {
  const onFailure = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    events.publish({
      type: 'cache-failed',
      kind: 'scrape',
      crawlId: null,
      owner: '',
      reason,
      at: Date.now(),
    });
  };
  return new ResponseCache(cache, { defaultMaxAgeMs, maxAgeMs, onFailure });
}
