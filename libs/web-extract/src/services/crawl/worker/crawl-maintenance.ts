import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { UnavailableError } from '../../../model/errors.js';
import { ResolvedOptions } from '../../../model/options.js';
import { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import { JobQueue } from '../../../ports/job-queue.port.js';
import { CrawlLifecycle } from './crawl-lifecycle.js';
import { KeylessJobs } from '../page/keyless-jobs.js';
import { slotCount } from '../planning/plan-crawl.js';

const ROUND_MS = 15_000;

/**
 * Runs periodic maintenance: deletes expired jobs, ends crawls that exceed their time limit, and requeues running
 * crawls missing from the queue.
 */
@Injectable()
export class CrawlMaintenance implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('WebExtract');
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private isActive = false;

  constructor(
    private readonly store: CrawlStore,
    private readonly queue: JobQueue,
    private readonly life: CrawlLifecycle,
    private readonly keyless: KeylessJobs,
    private readonly options: ResolvedOptions,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.start(), ROUND_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.round;
  }

  private start(): void {
    if (this.isActive) return;
    this.isActive = true;
    this.round = this.makeRound(Date.now())
      .catch((error: unknown) => this.report(error))
      .finally(() => (this.isActive = false));
  }

  /** Runs one maintenance pass at a time in milliseconds since the epoch. */
  async makeRound(nowMs: number): Promise<void> {
    const running = await this.store.running(null);
    for (const crawl of running) {
      const isInTime = nowMs - crawl.createdAt < this.options.limits.crawlTimeoutMs;
      if (isInTime) await this.queue.submit(crawl.id, slotCount(crawl), crawl.owner);
      else await this.end(crawl.id);
    }
    await this.keyless.cancelAmong(running);
    await this.store.expire(nowMs);
  }

  private async end(id: string): Promise<void> {
    await this.life.end(
      id,
      'failed',
      `The crawl did not end within ${this.options.limits.crawlTimeoutMs} ms`,
    );
  }

  /**
   * Logs an error, except if the store is full or unavailable: other calls report that, and the next pass tries again.
   */
  private report(error: unknown): void {
    if (error instanceof UnavailableError) return;
    this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}
