import { CrawleePageLoop } from '../../../drivers/crawlee/crawlee.page-loop.js';
import { InProcessJobQueue } from '../../../drivers/in-process/in-process.job-queue.js';
import { MemoryHostGate } from '../../../drivers/in-process/memory.host-gate.js';
import { LmdbCrawlStore } from '../../../drivers/lmdb/lmdb.crawl-store.js';
import { WorkerExtractionCompute } from '../../../drivers/worker-threads/worker.extraction-compute.js';
import { RemoteExtractor } from '../../../extraction/remote-extractor.js';
import { PageReader } from '../../../pipeline/page-reader.js';
import { RobotsGate } from '../../../web/robots/robots-gate.js';
import { parseAllowList } from '../../../web/url/allow-list.js';
import type { Conversion, ConversionRequest } from '../../../model/page/conversion.js';
import { UnavailableError } from '../../../model/errors.js';
import { resolveOptions } from '../../../model/options.js';
import { Converter } from '../../../ports/converter.port.js';
import type { PageHistory } from '../../../ports/stores/page-history.port.js';
import { FakeFetcher, type FakeAnswer } from '../../../testing/fake.fetcher.js';
import { somePage } from '../../../testing/some-page.js';
import { FeedRemovals } from '../../changes/feed-removals.js';
import { PageExtraction } from '../../extract/page-extraction.js';
import { EventStream } from '../../events/event-stream.js';
import { TraceCarrier } from '../../events/trace-carrier.js';
import { CrawlTracking } from '../../history/crawl-tracking.js';
import { PageTracker } from '../../history/page-tracker.js';
import { LimitsOfOwners } from '../../usage/limits-of-owners.js';
import { Allowance } from '../../keys/allowance.js';
import { RunningWork } from '../../running-work.js';
import { CrawlRunner } from './crawl-runner.js';
import type { CrawlContext } from './crawl-context.js';
import { JobTokens } from '../../extract/job-tokens.js';
import { ResultMerger } from '../../extract/result-merger.js';
import { SourceFinder } from '../../extract/source-finder.js';
import { JobCookieRegistry } from '../cookies/job-cookies.js';
import { CrawlLifecycle } from './crawl-lifecycle.js';
import { CrawlService } from '../crawl.service.js';
import { StoredCrawls } from '../results/stored-crawls.js';
import { JobEvents } from '../following/job-events.js';
import { CrawlSemaphore, HostSemaphore } from '../places/crawl-semaphore.js';

export const SITE = 'http://site.example';
export const NONE: FakeAnswer = { statusCode: 404 };

/** Reads links, and nothing else. */
export class LinkConverter extends Converter {
  failures = 0;

  async convert({ body, url }: ConversionRequest): Promise<Conversion> {
    if (this.failures-- > 0) throw new UnavailableError('too many conversions are waiting');
    const text = Buffer.from(body).toString();
    const anchors = [...text.matchAll(/href="([^"]*)"/g)].map(([, href]) => ({
      url: new URL(href!, url).href,
      text: '',
      nofollow: false,
    }));
    const { metadata, quality } = somePage();
    return {
      metadata, quality, anchors, markdown: text, html: null, rawHtml: null, links: null, structuredData: null,
      fetchedBy: 'http', warnings: [],
    }; // prettier-ignore
  }
}

/** A runner of crawls with everything that it needs, without network and threads for pages. */
export interface Crawling {
  readonly fetcher: FakeFetcher;
  readonly store: LmdbCrawlStore;
  readonly converter: LinkConverter;
  readonly crawls: CrawlService;
  readonly loop: CrawleePageLoop;
  readonly hosts: MemoryHostGate;
  readonly robots: RobotsGate;
  close(): Promise<void>;
}

/** @param history where tracked crawls record their visits */
export function openCrawling(
  answers: Record<string, FakeAnswer>,
  maxPerHost = 16,
  history: PageHistory | null = null,
): Crawling {
  const pages = Object.entries(answers).map(([path, answer]) => [SITE + path, answer]);
  const fetcher = new FakeFetcher({
    [`${SITE}/robots.txt`]: NONE,
    [`${SITE}/sitemap.xml`]: NONE,
    ...Object.fromEntries(pages),
  });
  const options = resolveOptions({ limits: { timeoutMs: 5_000 }, ...(history ? { history: {} } : {}) });
  const store = new LmdbCrawlStore();
  const queue = new InProcessJobQueue(options.limits);
  const converter = new LinkConverter();
  const reader = new PageReader(fetcher, converter, {
    timeoutMs: 5_000,
    contentRules: [],
    allowed: parseAllowList([]),
    documents: options.documents,
    hasProxies: false,
  });
  const robots = new RobotsGate(fetcher, { agent: 'Bot' });
  const compute = new WorkerExtractionCompute(options.limits);
  const extractor = new RemoteExtractor(compute, null, options.llm);
  const extraction = new PageExtraction(extractor, options);
  const loop = new CrawleePageLoop();
  const tokens = new JobTokens(store, options);
  const hosts = new MemoryHostGate();
  const events = new EventStream();
  const removals = new FeedRemovals(history, options, events);
  const tracker = new PageTracker(history, compute, events, options, removals);
  const life = new CrawlLifecycle(store, events, new TraceCarrier(), options);
  const tools = {
    store,
    loop,
    hosts,
    fetcher,
    reader,
    robots,
    extraction,
    events,
    life,
    places: new CrawlSemaphore(8),
    hostPlaces: new HostSemaphore(maxPerHost),
    tokens,
    merger: new ResultMerger(store, extractor, tokens),
    finder: new SourceFinder(NO_SERVICE, NO_SERVICE), // no extract job is run here
    allowance: new Allowance(NO_SERVICE, new LimitsOfOwners(NO_SERVICE, options), NO_SERVICE, NO_SERVICE),
    tracking: new CrawlTracking(tracker, history, reader, removals),
    maxPerHost,
    maxRenderedPages: 1_000,
    cookies: new JobCookieRegistry(),
    sessions: NO_SERVICE,
    leaseMs: options.limits.leaseMs,
  };
  const work = new RunningWork(options);
  const runner = new CrawlRunner(queue, tools as unknown as CrawlContext, work, options);
  const [jobEvents, stored] = [new JobEvents(store), new StoredCrawls(store)];
  const crawls = new CrawlService(store, queue, options, extraction, jobEvents, life, compute, stored);
  const started = runner.onApplicationBootstrap();
  const close = async () => {
    await started;
    await Promise.all([work.beforeApplicationShutdown(), queue.beforeApplicationShutdown()]);
    await store.close();
    await compute.onApplicationShutdown();
  };
  return { fetcher, store, converter, crawls, loop, hosts, robots, close };
}

const NO_SERVICE = null as never;
