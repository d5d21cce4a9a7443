import { Injectable } from '@nestjs/common';
import { PageReader } from '../../../pipeline/page-reader.js';
import { RobotsGate } from '../../../web/robots/robots-gate.js';
import { ResolvedOptions } from '../../../model/options.js';
import { CrawlStore } from '../../../ports/crawl-store.port.js';
import { Fetcher } from '../../../ports/fetcher.port.js';
import { HostGate } from '../../../ports/host-gate.port.js';
import { PageLoop } from '../../../ports/page-loop.port.js';
import { EventStream } from '../../events/event-stream.js';
import { JobGatherer } from '../../extract/job-gatherer.js';
import { JobTokens } from '../../extract/job-tokens.js';
import { PageExtraction } from '../../extract/page-extraction.js';
import { SourceFinder } from '../../extract/source-finder.js';
import { CrawlTracking } from '../../history/crawl-tracking.js';
import { Allowance } from '../../keys/allowance.js';
import { FairPlaces, HostPlaces } from '../places/fair-places.js';
import { CrawlLife } from './crawl-life.js';

/** Of all fetches; the others are kept for scrapes and maps, whose callers wait. */
const CRAWLS_SHARE = 7 / 8;

/** What work on crawls needs from outside, and what all crawls of a process share. */
@Injectable()
export class CrawlTools {
  /** For pages under way. */
  readonly places: FairPlaces;
  /** Those of each host. */
  readonly hostPlaces: HostPlaces;
  /** Pages of one host under way at once. */
  readonly maxPerHost: number;
  /** Pages of one crawl that a browser finishes. */
  readonly maxRenderedPages: number;
  /** How long a worker may be silent, in milliseconds. */
  readonly leaseMs: number;
  /** Whether pages are searched after they were crawled. */
  readonly collectSearchText: boolean;

  constructor(
    readonly store: CrawlStore,
    readonly loop: PageLoop,
    readonly hosts: HostGate,
    readonly fetcher: Fetcher,
    readonly reader: PageReader,
    readonly robots: RobotsGate,
    readonly extraction: PageExtraction,
    /** Finds the pages of extract jobs. */
    readonly finder: SourceFinder,
    /** What extract jobs may ask of the model. */
    readonly tokens: JobTokens,
    /** Ends extract jobs. */
    readonly gatherer: JobGatherer,
    /** Counts the pages of owners. */
    readonly allowance: Allowance,
    readonly events: EventStream,
    readonly life: CrawlLife,
    /** Compares pages with their last visits. */
    readonly tracking: CrawlTracking,
    { limits, search }: ResolvedOptions,
  ) {
    this.places = new FairPlaces(Math.max(1, Math.floor(CRAWLS_SHARE * limits.maxFetches)));
    this.hostPlaces = new HostPlaces(limits.maxFetchesPerHost);
    this.maxPerHost = limits.maxFetchesPerHost;
    this.maxRenderedPages = limits.maxRenderedPages;
    this.leaseMs = limits.leaseMs;
    this.collectSearchText = search.local;
  }
}
