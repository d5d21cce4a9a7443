import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { UnavailableError } from '../../model/errors.js';
import { ResolvedOptions } from '../../model/options.js';
import { PageCache } from '../../ports/stores/page-cache.port.js';
import { PageHistory } from '../../ports/stores/page-history.port.js';

const ROUND_MS = 3_600_000;
/** Data of a process that was down for long is due at once; its start comes first. */
const FIRST_ROUND_MS = 30_000;

/** Deletes pages and responses whose time is over, once an hour. */
@Injectable()
export class HistoryMaintenance implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('WebExtract');
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();

  constructor(
    @Inject(PageHistory) private readonly history: PageHistory | null,
    @Inject(PageCache) private readonly cache: PageCache | null,
    private readonly options: ResolvedOptions,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.history && !this.cache) return;
    this.timer = setTimeout(() => this.begin(), FIRST_ROUND_MS).unref();
  }

  /** The next round comes a while after the start of this one. */
  private begin(): void {
    this.timer = setTimeout(() => this.begin(), ROUND_MS).unref();
    this.round = this.round
      .then(() => this.makeRound(Date.now()))
      .catch((error: unknown) => this.report(error));
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.round;
  }

  /**
   * Runs one maintenance pass at a time in milliseconds since the epoch. Verdicts are kept for the longest lifetime of
   * a job.
   */
  async makeRound(nowMs: number): Promise<void> {
    const { history, cache, limits } = this.options;
    const jobMs = limits.crawlTimeoutMs + limits.retentionMs;
    if (history) await this.history?.expire(nowMs - history.retentionMs, nowMs - jobMs);
    if (cache) await this.cache?.expire(nowMs - cache.maxAgeMs);
  }

  private report(error: unknown): void {
    if (error instanceof UnavailableError) return; // the next round tries again
    this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}
