import type { Provider } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { presentCrawledPage as presentCrawledPageV0 } from './api/v0/crawl.presenter.js';
import { presentCrawledPage as presentCrawledPageV1 } from './api/v1/crawl.presenter.js';
import { presentCrawledPage as presentCrawledPageV2 } from './api/v2/crawl.presenter.js';
import { ownPorts } from './api/own-ports.js';
import { ChromiumRenderer } from './drivers/chromium/chromium.renderer.js';
import { ClassValidatorClassReader } from './drivers/class-validator/class-validator.class-reader.js';
import { CrawleePageLoop } from './drivers/crawlee/crawlee.page-loop.js';
import { profileHeaders } from './drivers/http/header-profiles.js';
import { UndiciFetcher } from './drivers/http/undici.fetcher.js';
import { InProcessJobQueue } from './drivers/in-process/in-process.job-queue.js';
import { OptionsKeyRing } from './drivers/in-process/options.key-ring.js';
import { countInMemory } from './drivers/rate-limiter/limiter.usage-counter.js';
import { MemoryHostGate } from './drivers/in-process/memory.host-gate.js';
import { LmdbKeyStore } from './drivers/lmdb/lmdb.key-store.js';
import { LmdbCrawlStore } from './drivers/lmdb/lmdb.crawl-store.js';
import { OpenAiLanguageModel } from './drivers/openai/openai.language-model.js';
import { MemoryWatch } from './drivers/worker-threads/memory-watch.js';
import { documentConverter, LanedConverter } from './drivers/worker-threads/laned.converter.js';
import { WorkerConverter } from './drivers/worker-threads/worker.converter.js';
import { WorkerExaminer } from './drivers/worker-threads/worker.examiner.js';
import { RecognizingConverter } from './engine/documents/recognizing-converter.js';
import { RemoteExtractor } from './engine/extraction/remote-extractor.js';
import { PageReader } from './engine/page-reader.js';
import { PageFinisher } from './engine/rendering/page-finisher.js';
import { RobotsGate } from './engine/robots/robots-gate.js';
import { parseAllowList } from './engine/url/allow-list.js';
import { ResolvedOptions, type WebExtractOptions, type WebExtractStaticOptions } from './model/options.js';
import { ClassReader } from './ports/class-reader.port.js';
import { Converter } from './ports/converter.port.js';
import { CrawlStore } from './ports/crawl-store.port.js';
import { DocumentTextRecognizer } from './ports/document-text-recognizer.port.js';
import { Examiner } from './ports/examiner.port.js';
import { Fetcher } from './ports/fetcher.port.js';
import { HostGate } from './ports/host-gate.port.js';
import { JobQueue } from './ports/job-queue.port.js';
import { KeyRing } from './ports/key-ring.port.js';
import { KeyStore } from './ports/key-store.port.js';
import { LanguageModel } from './ports/language-model.port.js';
import { PageLoop } from './ports/page-loop.port.js';
import { Renderer } from './ports/renderer.port.js';
import { UsageCounter } from './ports/usage-counter.port.js';
import { Allowance } from './services/keys/allowance.js';
import { KeyService } from './services/keys/key.service.js';
import { StoredKeyRing } from './services/keys/stored.key-ring.js';
import { JobGatherer } from './services/extract/job-gatherer.js';
import { PageExtraction } from './services/extract/page-extraction.js';
import { SourceFinder } from './services/extract/source-finder.js';
import { MapService } from './services/map/map.service.js';
import { SearchService } from './services/search/search.service.js';
import { CrawlKeeper } from './services/crawl/crawl-keeper.js';
import { CrawlRunner } from './services/crawl/crawl-runner.js';
import { FairPlaces } from './services/crawl/fair-places.js';
import { WebhookSender } from './services/crawl/webhook-sender.js';
import { settleOptions } from './settle-options.js';
import { MODULE_OPTIONS_TOKEN } from './web-extract.module-definition.js';

/** Which driver stands behind which port, in every host. */
export const DRIVERS: Provider[] = [
  {
    provide: Fetcher,
    useFactory: (options: ResolvedOptions) => new UndiciFetcher({ ...options, ...options.limits }),
    inject: [ResolvedOptions],
  },
  {
    provide: MemoryWatch,
    useFactory: ({ limits }: ResolvedOptions) => new MemoryWatch(limits.conversionMemoryMb),
    inject: [ResolvedOptions],
  },
  {
    provide: LanedConverter,
    useFactory: ({ limits }: ResolvedOptions, memory: MemoryWatch) =>
      new LanedConverter(new WorkerConverter(limits, memory), documentConverter(limits, memory)),
    inject: [ResolvedOptions, MemoryWatch],
  },
  {
    provide: DocumentTextRecognizer,
    useFactory: ({ documents }: ResolvedOptions) => documents.recognizer ?? null,
    inject: [ResolvedOptions],
  },
  {
    provide: Converter,
    useFactory: (converter: LanedConverter, recognizer: DocumentTextRecognizer | null) =>
      new RecognizingConverter(converter, recognizer),
    inject: [LanedConverter, DocumentTextRecognizer],
  },
  {
    provide: Examiner,
    useFactory: ({ limits }: ResolvedOptions, memory: MemoryWatch) => new WorkerExaminer(limits, memory),
    inject: [ResolvedOptions, MemoryWatch],
  },
  {
    provide: LanguageModel,
    useFactory: ({ llm }: ResolvedOptions) =>
      llm.model === undefined ? null : new OpenAiLanguageModel({ ...llm, model: llm.model }),
    inject: [ResolvedOptions],
  },
  {
    provide: Renderer,
    useFactory: (options: ResolvedOptions, host?: HttpAdapterHost) =>
      options.browser === null
        ? null
        : new ChromiumRenderer({
            ...options.browser,
            allowPrivate: options.allowPrivate,
            proxies: options.proxies,
            userAgents: userAgentsOf(options),
            ownPorts: () => ownPorts(host),
          }),
    inject: [ResolvedOptions, { token: HttpAdapterHost, optional: true }],
  },
  { provide: ClassReader, useClass: ClassValidatorClassReader },
  { provide: PageLoop, useClass: CrawleePageLoop },
];

/** The browser's `User-Agent` is that of fetches: one visitor. */
function userAgentsOf({ headerProfile, userAgent }: ResolvedOptions): { desktop: string; mobile: string } {
  const of = (mobile: boolean) =>
    profileHeaders(headerProfile, mobile, userAgent ?? null)['User-Agent'] ?? '';
  return { desktop: of(false), mobile: of(true) };
}

/** The embedded drivers of crawls, in hosts that give none of their own. */
export const CRAWL_DRIVERS: Provider[] = [
  { provide: HostGate, useClass: MemoryHostGate },
  {
    provide: CrawlStore,
    useFactory: ({ dataDir }: ResolvedOptions) =>
      new LmdbCrawlStore(dataDir === undefined ? {} : { dataDir }),
    inject: [ResolvedOptions],
  },
  {
    provide: JobQueue,
    useFactory: ({ limits }: ResolvedOptions) => new InProcessJobQueue(limits),
    inject: [ResolvedOptions],
  },
  {
    provide: KeyStore,
    useFactory: ({ dataDir }: ResolvedOptions) => new LmdbKeyStore(dataDir === undefined ? {} : { dataDir }),
    inject: [ResolvedOptions],
  },
  { provide: UsageCounter, useFactory: countInMemory },
];

/** Who may ask, for what, and how much of it. */
export const KEYS: Provider[] = [
  KeyService,
  Allowance,
  OptionsKeyRing,
  {
    provide: KeyRing,
    useFactory: (configured: OptionsKeyRing, keys: KeyService, counter: UsageCounter) =>
      keys.isOn ? new StoredKeyRing(configured, keys, counter) : configured,
    inject: [OptionsKeyRing, KeyService, UsageCounter],
  },
];

/** Options as they count, and the road of a page. */
export const engine = (fixed: WebExtractStaticOptions): Provider[] => [
  {
    provide: ResolvedOptions,
    useFactory: (options: WebExtractOptions) => settleOptions(options, fixed),
    inject: [MODULE_OPTIONS_TOKEN],
  },
  ...ENGINE,
];

const ENGINE: Provider[] = [
  {
    provide: RobotsGate,
    useFactory: (fetcher: Fetcher, { robotsToken }: ResolvedOptions) =>
      new RobotsGate(fetcher, { agent: robotsToken }),
    inject: [Fetcher, ResolvedOptions],
  },
  {
    provide: PageReader,
    useFactory: (
      fetcher: Fetcher,
      converter: Converter,
      robots: RobotsGate,
      renderer: Renderer | null,
      options: ResolvedOptions,
    ) => {
      const settings = {
        timeoutMs: options.limits.timeoutMs,
        maxTimeoutMs: options.limits.maxTimeoutMs,
        contentRules: options.contentRules,
        documents: options.documents,
        allowed: parseAllowList(options.allowPrivate),
        hasProxies: options.proxies.length > 0,
        ...(options.respectRobotsOnScrape
          ? { admitHop: (url: string, owner?: string) => robots.check(url, undefined, owner) }
          : {}),
      };
      const finisher = new PageFinisher(renderer, options.browser?.render ?? 'auto');
      return new PageReader(fetcher, converter, settings, finisher);
    },
    inject: [Fetcher, Converter, RobotsGate, Renderer, ResolvedOptions],
  },
  {
    provide: PageExtraction,
    useFactory: (examiner: Examiner, model: LanguageModel | null, { llm, limits }: ResolvedOptions) =>
      new PageExtraction(new RemoteExtractor(examiner, model, llm), limits),
    inject: [Examiner, LanguageModel, ResolvedOptions],
  },
];

/** Of all fetches; the others are kept for scrapes and maps, whose callers wait. */
const CRAWLS_SHARE = 7 / 8;

/** What works on crawls in the background, from the start of the application to its end. */
export const CRAWLERS: Provider[] = [
  {
    provide: CrawlRunner,
    useFactory: (
      queue: JobQueue,
      store: CrawlStore,
      loop: PageLoop,
      hosts: HostGate,
      fetcher: Fetcher,
      reader: PageReader,
      robots: RobotsGate,
      extraction: PageExtraction,
      maps: MapService,
      searches: SearchService,
      allowance: Allowance,
      { limits }: ResolvedOptions,
    ) => {
      const { maxFetchesPerHost: maxPerHost, maxFetches, maxRenderedPages, leaseMs } = limits;
      const places = new FairPlaces(Math.max(1, Math.floor(CRAWLS_SHARE * maxFetches)));
      const bounds = { maxPerHost, maxRenderedPages, leaseMs };
      const ofJobs = {
        finder: new SourceFinder(maps, searches),
        gatherer: new JobGatherer(store, extraction),
        allowance,
      };
      const tools = { store, loop, hosts, fetcher, reader, robots, extraction, places, ...ofJobs, ...bounds };
      return new CrawlRunner(queue, tools, limits);
    },
    inject: [
      JobQueue,
      CrawlStore,
      PageLoop,
      HostGate,
      Fetcher,
      PageReader,
      RobotsGate,
      PageExtraction,
      MapService,
      SearchService,
      Allowance,
      ResolvedOptions,
    ],
  },
  {
    provide: CrawlKeeper,
    useFactory: (store: CrawlStore, queue: JobQueue, { limits }: ResolvedOptions) =>
      new CrawlKeeper(store, queue, limits),
    inject: [CrawlStore, JobQueue, ResolvedOptions],
  },
  {
    provide: WebhookSender,
    useFactory: (store: CrawlStore, fetcher: Fetcher, { webhookSecret }: ResolvedOptions) =>
      new WebhookSender(store, fetcher, {
        secret: webhookSecret,
        present: { v0: presentCrawledPageV0, v1: presentCrawledPageV1, v2: presentCrawledPageV2 },
      }),
    inject: [CrawlStore, Fetcher, ResolvedOptions],
  },
];
