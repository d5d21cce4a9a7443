import { Injectable } from '@nestjs/common';
import { PageReader } from '../../../pipeline/page-reader.js';
import { RobotsGate } from '../../../web/robots/robots-gate.js';
import { ResolvedOptions } from '../../../model/options.js';
import { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import { MeteredFetcher } from '../../usage/metered-ports.js';
import { HostGate } from '../../../ports/host-gate.port.js';
import { PageLoop } from '../../../ports/page-loop.port.js';
import { EventStream } from '../../events/event-stream.js';
import { ResultMerger } from '../../extract/result-merger.js';
import { JobTokens } from '../../extract/job-tokens.js';
import { PageExtraction } from '../../extract/page-extraction.js';
import { SourceFinder } from '../../extract/source-finder.js';
import { CrawlTracking } from '../../history/crawl-tracking.js';
import { HostHooks } from '../../hooks/host-hooks.js';
import { Allowance } from '../../keys/allowance.js';
import { CrawlSemaphore, HostSemaphore } from '../places/crawl-semaphore.js';
import { JobCookieRegistry } from '../cookies/job-cookies.js';
import { SessionEngine } from '../../sessions/session-engine.js';
import { CrawlLifecycle } from './crawl-lifecycle.js';

/** Fraction of `maxFetches` for crawls. Scrapes and maps, which have waiting clients, share the rest. */
const CRAWLS_SHARE = 7 / 8;

/** Dependencies of crawl workers, and state shared by all crawls of a process. */
@Injectable()
export class CrawlContext {
  /** Semaphore for pages in progress. */
  readonly places: CrawlSemaphore;
  /** Cookies of jobs. */
  readonly cookies: JobCookieRegistry;
  /** Semaphores by host. */
  readonly hostPlaces: HostSemaphore;
  /** Pages of one host in progress at the same time. */
  readonly maxPerHost: number;
  /** Longest delay of robots.txt that is waited for, in milliseconds. */
  readonly maxDelayMs: number;
  /** Pages of one crawl that a browser finishes. */
  readonly maxRenderedPages: number;
  /** Lease duration in milliseconds. */
  readonly leaseMs: number;
  /** True if pages are indexed for local search. */
  readonly collectSearchText: boolean;
  /** False if responses would stay in the store of many processes whose results are moved to an archive. */
  readonly cachesPages: boolean;

  constructor(
    readonly store: CrawlStore,
    readonly loop: PageLoop,
    readonly hosts: HostGate,
    readonly fetcher: MeteredFetcher,
    readonly reader: PageReader,
    readonly robots: RobotsGate,
    readonly extraction: PageExtraction,
    /** Finds the pages of extract jobs. */
    readonly finder: SourceFinder,
    /** Token budgets of extract jobs. */
    readonly tokens: JobTokens,
    /** Ends extract jobs. */
    readonly merger: ResultMerger,
    /** Counts the pages of owners. */
    readonly allowance: Allowance,
    readonly events: EventStream,
    readonly life: CrawlLifecycle,
    /** Compares pages with their last visits. */
    readonly tracking: CrawlTracking,
    /** Functions of the application that decide about links. */
    readonly hooks: HostHooks,
    /** Sessions of owners. */
    readonly sessions: SessionEngine,
    { limits, search, archive }: ResolvedOptions,
  ) {
    const { vault } = sessions;
    this.cookies = new JobCookieRegistry({
      vault: vault.persists ? vault : null,
      leases: store.isShared ? vault.leases : null,
    });
    this.places = new CrawlSemaphore(Math.max(1, Math.floor(CRAWLS_SHARE * limits.maxFetches)));
    this.hostPlaces = new HostSemaphore(limits.maxFetchesPerHost);
    this.maxPerHost = limits.maxFetchesPerHost;
    this.maxDelayMs = limits.maxCrawlDelayMs;
    this.maxRenderedPages = limits.maxRenderedPages;
    this.leaseMs = limits.leaseMs;
    this.collectSearchText = search.local;
    this.cachesPages = archive === undefined || !store.isShared;
  }
}
