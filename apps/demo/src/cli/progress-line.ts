import type { CrawlService } from 'nestjs-web-extract';
import type { Terminal } from './terminal';

const INTERVAL_MS = 250;

/** Shows how far a crawl is, for as long as somebody looks on. */
export class ProgressLine {
  /** The newest page. */
  page = '';
  private readonly timer: NodeJS.Timeout | undefined;
  private readonly startedAt = performance.now();
  private pagesAtStart: number | null = null;

  constructor(
    private readonly crawls: CrawlService,
    private readonly id: string,
    private readonly terminal: Terminal,
  ) {
    if (terminal.isWatched) this.timer = setInterval(() => void this.show().catch(() => {}), INTERVAL_MS);
  }

  end(): void {
    clearInterval(this.timer);
    this.terminal.endProgress();
  }

  private async show(): Promise<void> {
    const { counters } = await this.crawls.status(this.id);
    const { pages, failed, queued } = counters;
    this.pagesAtStart ??= pages;
    const rate = (pages - this.pagesAtStart) / ((performance.now() - this.startedAt) / 1000);
    this.terminal.progress(
      `${pages} pages, ${failed} failed, ${queued} queued, ${rate.toFixed(1)}/s ${this.page}`,
    );
  }
}
