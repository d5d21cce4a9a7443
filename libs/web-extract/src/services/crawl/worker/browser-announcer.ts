import { UnavailableError } from '../../../model/errors.js';
import type { PageReader } from '../../../pipeline/page-reader.js';
import type { CrawlStore } from '../../../ports/stores/crawl-store.port.js';

/** Says again and again that this process has a browser, while it has one and others share its crawls. */
export class BrowserAnnouncer {
  private timer: NodeJS.Timeout | undefined;

  /** @param leaseMs how long a process may be silent */
  constructor(
    private readonly store: CrawlStore,
    private readonly reader: PageReader,
    private readonly leaseMs: number,
  ) {}

  /** Looks for a browser, without starting it. */
  async start(): Promise<void> {
    if (!this.store.isShared) return;
    this.timer = setInterval(() => void this.announce(), this.leaseMs / 3);
    await this.reader.findBrowser();
    await this.announce();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async announce(): Promise<void> {
    if (this.reader.browser !== 'there') return;
    await this.store.frontier.announceBrowser(this.leaseMs).catch((error: unknown) => {
      if (!(error instanceof UnavailableError)) throw error; // else it is said again when Redis is back
    });
  }
}
