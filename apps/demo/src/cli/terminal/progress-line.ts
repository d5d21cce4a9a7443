import type { CrawlCounters, CrawlService } from 'nestjs-web-extract';
import type { Terminal } from './terminal';

const TERMINAL_INTERVAL_MS = 250;
/** Without a terminal each update is a line, as in a CI log. */
const LINE_INTERVAL_MS = 10_000;

/** Prints the progress of a crawl: one updated line on a terminal, elsewhere a line every 10 s. */
export class ProgressLine {
  /** URL of the newest page. */
  page = '';
  private readonly timer: NodeJS.Timeout;
  private readonly startedAt = performance.now();
  private pagesAtStart: number | null = null;

  constructor(
    private readonly crawls: Pick<CrawlService, 'status'>,
    private readonly id: string,
    private readonly terminal: Terminal,
  ) {
    const intervalMs = terminal.isWatched ? TERMINAL_INTERVAL_MS : LINE_INTERVAL_MS;
    this.timer = setInterval(() => void this.show().catch(() => {}), intervalMs);
    void this.begin().catch(() => {});
  }

  end(): void {
    clearInterval(this.timer);
    this.terminal.endProgress();
  }

  private async begin(): Promise<void> {
    this.pagesAtStart = (await this.crawls.status(this.id)).counters.pages;
  }

  private async show(): Promise<void> {
    const { counters, request } = await this.crawls.status(this.id);
    this.pagesAtStart ??= counters.pages;
    const elapsedMs = performance.now() - this.startedAt;
    const text = progressText(
      counters,
      request.limit ?? Infinity,
      counters.pages - this.pagesAtStart,
      elapsedMs,
    );
    if (this.terminal.isWatched) this.terminal.progress(`${text} ${this.page}`);
    else this.terminal.note(text);
  }
}

/**
 * Pages of the known pages, rate, elapsed time and estimated remaining time.
 * @param newPages pages of this run
 */
export function progressText(
  { pages, failed, queued, leased }: CrawlCounters,
  limit: number,
  newPages: number,
  elapsedMs: number,
): string {
  const total = Math.max(pages, Math.min(limit, pages + queued + leased));
  const rate = newPages / (elapsedMs / 1000);
  const eta = rate > 0 ? `, ETA ${duration((total - pages) / rate)}` : '';
  return `${pages}/${total} pages, ${failed} failed, ${rate.toFixed(1)}/s, ${duration(elapsedMs / 1000)} elapsed${eta}`;
}

/** `m:ss`, or `h:mm:ss`. */
function duration(seconds: number): string {
  const whole = Math.round(seconds);
  const pad = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}
