import type { Abstract, Provider } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ownPorts } from '../api/mounting/own-ports.js';
import { MemoryActivityLog } from '../drivers/activity-log/memory.activity-log.js';
import { ChromiumRenderer } from '../drivers/chromium/chromium.renderer.js';
import { ClassValidatorClassReader } from '../drivers/class-validator/class-validator.class-reader.js';
import { CrawleePageLoop } from '../drivers/crawlee/crawlee.page-loop.js';
import { profileHeaders } from '../drivers/http/header-profiles.js';
import { UndiciFetcher } from '../drivers/http/undici.fetcher.js';
import { InProcessJobQueue } from '../drivers/in-process/in-process.job-queue.js';
import { MemoryHandlerStore } from '../drivers/in-process/memory.handler-store.js';
import { MemoryMonitorStore } from '../drivers/in-process/monitors/memory.monitor-store.js';
import { MemoryExtractorStore } from '../drivers/in-process/memory.extractor-store.js';
import { MemorySessionStore } from '../drivers/in-process/memory.session-store.js';
import { MemoryPageCache } from '../drivers/in-process/memory.page-cache.js';
import { MemoryPageHistory } from '../drivers/in-process/memory.page-history.js';
import { MemoryHostGate } from '../drivers/in-process/memory.host-gate.js';
import { OptionsKeyRing } from '../drivers/in-process/options.key-ring.js';
import { LmdbCrawlStore } from '../drivers/lmdb/lmdb.crawl-store.js';
import { LmdbHandlerStore } from '../drivers/lmdb/lmdb.handler-store.js';
import { LmdbKeyStore } from '../drivers/lmdb/lmdb.key-store.js';
import { LmdbMonitorStore } from '../drivers/lmdb/monitors/lmdb.monitor-store.js';
import { LmdbExtractorStore } from '../drivers/lmdb/lmdb.extractor-store.js';
import { LmdbSessionStore } from '../drivers/lmdb/lmdb.session-store.js';
import { LmdbPageCache } from '../drivers/lmdb/lmdb.page-cache.js';
import { LmdbPageHistory } from '../drivers/lmdb/lmdb.page-history.js';
import { OpenAiLanguageModel } from '../drivers/openai/openai.language-model.js';
import { countInMemory } from '../drivers/rate-limiter/limiter.usage-counter.js';
import { documentConverter, PrioritizedConverter } from '../drivers/worker-threads/prioritized.converter.js';
import { locateRules } from '../drivers/worker-threads/locate-rules.js';
import { MemoryLimiter } from '../drivers/worker-threads/threads/memory-limiter.js';
import { workerScripts } from '../drivers/worker-threads/worker-scripts.js';
import { WorkerConverter } from '../drivers/worker-threads/worker.converter.js';
import { WorkerExtractionCompute } from '../drivers/worker-threads/worker.extraction-compute.js';
import { RecognizingConverter } from '../pipeline/recognition/recognizing-converter.js';
import type { Archive } from '../model/crawl/archive.js';
import { ResolvedOptions } from '../model/options.js';
import { InvalidOptionsError } from '../model/options/invalid-options.error.js';
import { ActivityLog } from '../ports/stores/activity-log.port.js';
import { ClassReader } from '../ports/class-reader.port.js';
import { Converter } from '../ports/converter.port.js';
import { CrawlStore } from '../ports/stores/crawl-store.port.js';
import { DocumentTextRecognizer } from '../ports/document-text-recognizer.port.js';
import { ExtractionCompute } from '../ports/extraction-compute.port.js';
import { Fetcher } from '../ports/fetcher.port.js';
import { HandlerStore } from '../ports/stores/handler-store.port.js';
import { HostGate } from '../ports/host-gate.port.js';
import { JobQueue } from '../ports/job-queue.port.js';
import { KeyRing } from '../ports/key-ring.port.js';
import { KeyStore } from '../ports/stores/key-store.port.js';
import { LanguageModel } from '../ports/language-model.port.js';
import { MonitorStore } from '../ports/stores/monitor-store.port.js';
import { PageCache } from '../ports/stores/page-cache.port.js';
import { PageHistory } from '../ports/stores/page-history.port.js';
import { PageLoop } from '../ports/page-loop.port.js';
import { Renderer } from '../ports/renderer.port.js';
import { ResultArchive } from '../ports/stores/result-archive.port.js';
import { ExtractorStore } from '../ports/stores/extractor-store.port.js';
import { SessionStore } from '../ports/stores/session-store.port.js';
import { PageSearch } from '../ports/page-search.port.js';
import { SearchProvider } from '../ports/search-provider.port.js';
import { UsageCounter } from '../ports/stores/usage-counter.port.js';
import { KeyService } from '../services/keys/key.service.js';
import { StoredKeyRing } from '../services/keys/stored.key-ring.js';
import { ArchiveConnection } from '../services/archive/archive-connection.js';
import { PAGE_SEARCH, SEARCH } from './search-drivers.js';

/** A port and the providers of its built-in driver. */
type Driver = readonly [port: Abstract<unknown>, ...providers: Provider[]];

/** Built-in drivers by port. */
const DRIVERS: readonly Driver[] = [
  [
    Fetcher,
    {
      provide: Fetcher,
      useFactory: (options: ResolvedOptions) => new UndiciFetcher({ ...options, ...options.limits }),
      inject: [ResolvedOptions],
    },
  ],
  [
    Converter,
    { provide: PrioritizedConverter, useFactory: makeConverter, inject: [ResolvedOptions, MemoryLimiter] },
    {
      provide: Converter,
      useFactory: (converter: PrioritizedConverter, recognizer: DocumentTextRecognizer | null) =>
        recognizer === null ? converter : new RecognizingConverter(converter, recognizer),
      inject: [PrioritizedConverter, DocumentTextRecognizer],
    },
  ],
  [
    DocumentTextRecognizer,
    {
      provide: DocumentTextRecognizer,
      useFactory: ({ documents }: ResolvedOptions) => documents.recognizer ?? null,
      inject: [ResolvedOptions],
    },
  ],
  [
    ExtractionCompute,
    {
      provide: ExtractionCompute,
      useFactory: ({ limits, workerPath }: ResolvedOptions, memory: MemoryLimiter) =>
        new WorkerExtractionCompute({ ...limits, workerFile: workerScripts(workerPath).compute }, memory),
      inject: [ResolvedOptions, MemoryLimiter],
    },
  ],
  [
    LanguageModel,
    {
      provide: LanguageModel,
      useFactory: ({ llm }: ResolvedOptions) =>
        llm.model === undefined ? null : new OpenAiLanguageModel({ ...llm, model: llm.model }),
      inject: [ResolvedOptions],
    },
  ],
  [
    Renderer,
    {
      provide: Renderer,
      useFactory: makeRenderer,
      inject: [ResolvedOptions, { token: HttpAdapterHost, optional: true }],
    },
  ],
  [PageSearch, PAGE_SEARCH],
  [SearchProvider, ...SEARCH],
  [ClassReader, { provide: ClassReader, useClass: ClassValidatorClassReader }],
  [PageLoop, { provide: PageLoop, useClass: CrawleePageLoop }],
  [HostGate, { provide: HostGate, useClass: MemoryHostGate }],
  [
    CrawlStore,
    {
      provide: CrawlStore,
      useFactory: ({ dataDir }: ResolvedOptions) =>
        new LmdbCrawlStore(dataDir === undefined ? {} : { dataDir }),
      inject: [ResolvedOptions],
    },
  ],
  [
    ResultArchive,
    {
      provide: ResultArchive,
      useFactory: useArchive,
      inject: [ResolvedOptions, CrawlStore, PageHistory, PageCache],
    },
    ArchiveConnection,
  ],
  [
    JobQueue,
    {
      provide: JobQueue,
      useFactory: ({ limits }: ResolvedOptions) => new InProcessJobQueue(limits),
      inject: [ResolvedOptions],
    },
  ],
  [
    KeyStore,
    {
      provide: KeyStore,
      useFactory: ({ dataDir, keys, usage }: ResolvedOptions) =>
        new LmdbKeyStore((keys === null && usage === null) || dataDir === undefined ? {} : { dataDir }),
      inject: [ResolvedOptions],
    },
  ],
  [PageHistory, { provide: PageHistory, useFactory: makeHistory, inject: [ResolvedOptions] }],
  [PageCache, { provide: PageCache, useFactory: makeCache, inject: [ResolvedOptions] }],
  [
    MonitorStore,
    {
      provide: MonitorStore,
      useFactory: ({ dataDir }: ResolvedOptions) =>
        dataDir === undefined ? new MemoryMonitorStore() : new LmdbMonitorStore(dataDir),
      inject: [ResolvedOptions],
    },
  ],
  [
    HandlerStore,
    {
      provide: HandlerStore,
      useFactory: ({ dataDir }: ResolvedOptions) =>
        dataDir === undefined ? new MemoryHandlerStore() : new LmdbHandlerStore(dataDir),
      inject: [ResolvedOptions],
    },
  ],
  [
    SessionStore,
    {
      provide: SessionStore,
      useFactory: ({ dataDir }: ResolvedOptions) =>
        dataDir === undefined ? new MemorySessionStore() : new LmdbSessionStore(dataDir),
      inject: [ResolvedOptions],
    },
  ],
  [
    ExtractorStore,
    {
      provide: ExtractorStore,
      useFactory: ({ dataDir }: ResolvedOptions) =>
        dataDir === undefined ? new MemoryExtractorStore() : new LmdbExtractorStore(dataDir),
      inject: [ResolvedOptions],
    },
  ],
  [ActivityLog, { provide: ActivityLog, useClass: MemoryActivityLog }],
  [UsageCounter, { provide: UsageCounter, useFactory: countInMemory }],
  [
    KeyRing,
    OptionsKeyRing,
    {
      provide: KeyRing,
      useFactory: (configured: OptionsKeyRing, keys: KeyService, counter: UsageCounter) =>
        keys.isOn ? new StoredKeyRing(configured, keys, counter) : configured,
      inject: [OptionsKeyRing, KeyService, UsageCounter],
    },
  ],
];

/** Memory budget shared by the drivers with threads. */
const MEMORY: Provider = {
  provide: MemoryLimiter,
  useFactory: ({ limits }: ResolvedOptions) => new MemoryLimiter(limits.conversionMemoryMb),
  inject: [ResolvedOptions],
};

/** Returns the built-in drivers of all ports that the host provides no driver for. */
export function driversBut(given: ReadonlySet<unknown>): Provider[] {
  const own = DRIVERS.filter(([port]) => !given.has(port));
  return [MEMORY, ...own.flatMap(([, ...providers]) => providers)];
}

/** Maximum memory of the history or the cache, in bytes. */
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;

/** Objects are read by every process, whichever process wrote them. */
function useArchive(
  { archive }: ResolvedOptions,
  store: CrawlStore,
  history: PageHistory | null,
  cache: PageCache | null,
): Archive | null {
  if (archive === undefined) return null;
  if (store.segments === null)
    throw new InvalidOptionsError([
      'archive needs a crawl store that survives a restart: set dataDir, or use BullDriversModule or BullMqDriversModule',
    ]);
  store.segments.use(archive);
  history?.bodies?.use(archive);
  cache?.bodies?.use(archive);
  return archive;
}

function makeHistory({ history, dataDir }: ResolvedOptions): PageHistory | null {
  if (history === null) return null;
  return dataDir === undefined
    ? new MemoryPageHistory(boundsOf(history, MAX_MEMORY_BYTES))
    : new LmdbPageHistory(dataDir, boundsOf(history));
}

function makeCache({ cache, dataDir }: ResolvedOptions): PageCache | null {
  if (cache === null) return null;
  return dataDir === undefined
    ? new MemoryPageCache(boundsOf(cache, MAX_MEMORY_BYTES))
    : new LmdbPageCache(dataDir, boundsOf(cache));
}

/** Resolves size limits; an owner has a quarter of the total by default. */
function boundsOf(
  {
    maxBytes: most,
    maxBytesPerOwner,
  }: { readonly maxBytes: number; readonly maxBytesPerOwner: number | undefined },
  ceiling = Infinity,
) {
  const maxBytes = Math.min(most, ceiling);
  return { maxBytes, maxBytesPerOwner: Math.min(maxBytesPerOwner ?? maxBytes / 4, maxBytes) };
}

function makeRenderer(options: ResolvedOptions, host?: HttpAdapterHost): Renderer | null {
  if (options.browser === null) return null;
  return new ChromiumRenderer({
    ...options.browser,
    allowPrivate: options.allowPrivate,
    proxies: options.proxies,
    userAgents: userAgentsOf(options),
    ownPorts: () => ownPorts(host),
  });
}

/**
 * Conversion rules of the host are tested at startup in a thread: invalid rules must not fail the pages of
 * callers.
 */
async function makeConverter(
  { limits, markdownRules, workerPath }: ResolvedOptions,
  memory: MemoryLimiter,
): Promise<PrioritizedConverter> {
  const bounds = { ...limits, workerFile: workerScripts(workerPath).worker };
  if (markdownRules === undefined)
    return new PrioritizedConverter(new WorkerConverter(bounds, memory), documentConverter(bounds, memory));
  const options = { ...bounds, markdownRules: locateRules(markdownRules) };
  const converter = new PrioritizedConverter(
    new WorkerConverter(options, memory),
    documentConverter(options, memory),
  );
  try {
    await converter.tryOut();
    return converter;
  } catch (error) {
    await converter.onApplicationShutdown();
    const { message, cause } = error as Error;
    throw new InvalidOptionsError([(cause as Error | undefined)?.message || `markdownRules ${message}`]);
  }
}

/** The browser and the fetcher send the same `User-Agent`, to appear as one visitor. */
function userAgentsOf({ headerProfile, userAgent }: ResolvedOptions): { desktop: string; mobile: string } {
  const of = (mobile: boolean) =>
    profileHeaders(headerProfile, mobile, userAgent ?? null)['User-Agent'] ?? '';
  return { desktop: of(false), mobile: of(true) };
}
