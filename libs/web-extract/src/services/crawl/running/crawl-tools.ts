import { Injectable } from '@nestjs/common';
import { PageReader } from '../../../engine/page-reader.js';
import { RobotsGate } from '../../../engine/robots/robots-gate.js';
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
import { Allowance } from '../../keys/allowance.js';
import { FairPlaces } from '../places/fair-places.js';
import { HostPlaces } from '../places/host-places.js';
import { CrawlLife } from './crawl-life.js';
import type { WorkerTools } from './crawl-worker.js';

/** Of all fetches; the others are kept for scrapes and maps, whose callers wait. */
const CRAWLS_SHARE = 7 / 8;

/** What work on crawls needs from outside, and what all crawls of a process share. */
@Injectable()
export class CrawlTools implements WorkerTools {
  readonly places: FairPlaces;
  readonly hostPlaces: HostPlaces;
  readonly maxPerHost: number;
  readonly maxRenderedPages: number;
  readonly leaseMs: number;

  constructor(
    readonly store: CrawlStore,
    readonly loop: PageLoop,
    readonly hosts: HostGate,
    readonly fetcher: Fetcher,
    readonly reader: PageReader,
    readonly robots: RobotsGate,
    readonly extraction: PageExtraction,
    readonly finder: SourceFinder,
    readonly tokens: JobTokens,
    /** Ends extract jobs. */
    readonly gatherer: JobGatherer,
    readonly allowance: Allowance,
    readonly events: EventStream,
    readonly life: CrawlLife,
    { limits }: ResolvedOptions,
  ) {
    this.places = new FairPlaces(Math.max(1, Math.floor(CRAWLS_SHARE * limits.maxFetches)));
    this.hostPlaces = new HostPlaces(limits.maxFetchesPerHost);
    this.maxPerHost = limits.maxFetchesPerHost;
    this.maxRenderedPages = limits.maxRenderedPages;
    this.leaseMs = limits.leaseMs;
  }
}
