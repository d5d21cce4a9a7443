import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CrawlService, type Chunk } from 'nestjs-web-extract';
import { Passages, type PendingCrawl } from './passages.js';

/** Passages written in one step. */
const BATCH = 100;

/** Crawls sites, and puts what they say into the index once a crawl has ended. */
@Injectable()
export class Ingestion implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(Ingestion.name);
  private readonly closing = new AbortController();
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly crawls: CrawlService,
    private readonly passages: Passages,
  ) {}

  /** Goes on with what was under way when the process ended. */
  onApplicationBootstrap(): void {
    for (const crawl of this.passages.pending()) this.follow(crawl);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing.abort();
    await Promise.all(this.running);
  }

  /** @throws WebExtractError when the address or the limit cannot be used */
  async start(url: string, limit: number): Promise<string> {
    const page = { formats: ['markdown', 'chunks'] } as const; // with them the anchors of headings are known
    const { id } = await this.crawls.start({ url, limit, page, skipErrorPages: true });
    this.passages.expect({ id, url });
    this.follow({ id, url });
    return id;
  }

  private follow(crawl: PendingCrawl): void {
    const work = this.index(crawl)
      .catch((error: unknown) => this.logger.error(`${crawl.url} could not be indexed: ${error}`))
      .finally(() => this.running.delete(work));
    this.running.add(work);
  }

  private async index(crawl: PendingCrawl): Promise<void> {
    const { signal } = this.closing;
    for await (const event of this.crawls.watch(crawl.id, 0, undefined, signal)) {
      if (event.type !== 'state') continue;
      if (event.job.counters.pages === 0) return this.passages.drop(crawl.id); // the site is answered from the crawl before
      await this.write(crawl, signal);
    }
  }

  private async write(crawl: PendingCrawl, signal: AbortSignal): Promise<void> {
    this.passages.clear(crawl.id);
    let batch: Chunk[] = [];
    for await (const chunk of this.crawls.chunks(crawl.id, { maxTokens: 400 })) {
      if (signal.aborted) return;
      if (chunk.sameAs !== null) continue; // stood on a page before
      if (batch.push(chunk) < BATCH) continue;
      this.passages.add(crawl.id, batch);
      batch = [];
    }
    this.passages.add(crawl.id, batch);
    this.passages.publish(crawl);
    this.logger.log(`${crawl.url} is indexed`);
  }
}
