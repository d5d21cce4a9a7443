import { Injectable } from '@nestjs/common';
import {
  BatchService,
  CrawlService,
  DocumentService,
  ExtractService,
  HistoryService,
  KeyService,
  MapService,
  ScrapeService,
  SearchService,
  UsageService,
  WebExtractEvents,
  WebExtractModule,
} from 'nestjs-web-extract';
import { ChangeFeed, CorpusService, type CorpusSink } from 'nestjs-web-extract/corpus';
import { HandlerService } from 'nestjs-web-extract/handlers';
import { MonitorService } from 'nestjs-web-extract/monitors';

/** Methods without declared types, as in `nest new`: with `declaration` the compiler has to name what services return. */
@Injectable()
export class InferredTypes {
  constructor(
    private readonly scraper: ScrapeService,
    private readonly documents: DocumentService,
    private readonly crawls: CrawlService,
    private readonly batches: BatchService,
    private readonly mapper: MapService,
    private readonly searcher: SearchService,
    private readonly extractor: ExtractService,
    private readonly history: HistoryService,
    private readonly keys: KeyService,
    private readonly usage: UsageService,
    private readonly events: WebExtractEvents,
    private readonly feed: ChangeFeed,
    private readonly corpus: CorpusService,
    private readonly handlers: HandlerService,
    private readonly monitors: MonitorService,
  ) {}

  scrape() {
    return this.scraper.scrape({ url: 'https://example.com/' });
  }
  parse() {
    return this.documents.convert(Buffer.from(''));
  }
  start() {
    return this.crawls.start({ url: 'https://example.com/' });
  }
  status(id: string) {
    return this.crawls.status(id);
  }
  failures(id: string) {
    return this.crawls.failures(id);
  }
  watch(id: string) {
    return this.crawls.watch(id);
  }
  batch() {
    return this.batches.start({ urls: [] });
  }
  map() {
    return this.mapper.map({ url: 'https://example.com/' });
  }
  search() {
    return this.searcher.search({ query: 'refunds' });
  }
  extract() {
    return this.extractor.start({ urls: [], prompt: 'prices' });
  }
  versions() {
    return this.history.versions('https://example.com/');
  }
  create() {
    return this.keys.create({ owner: 'team' });
  }
  used() {
    return this.usage.of('team');
  }
  heard() {
    return this.events.on('corpus-synced', () => {});
  }
  changes() {
    return this.feed.read();
  }
  sync(sink: CorpusSink) {
    return this.corpus.sync({ crawl: [], tag: 'docs' }, sink);
  }
  failed() {
    return this.handlers.failures();
  }
  monitor() {
    return this.monitors.create({ name: 'prices', schedule: { text: 'daily' }, targets: [] });
  }
  checks(id: string) {
    return this.monitors.checks(id);
  }
  check(id: string, checkId: string) {
    return this.monitors.check(id, checkId);
  }
}

export const module = WebExtractModule.forRoot();
export const inferred = new Map<string, ReturnType<InferredTypes['start']>>();
