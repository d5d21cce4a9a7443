import type { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import type { Look, RecentLooks } from './recent-looks.js';

/** Read limits of one batch; the remaining pages stay in the store. */
const BATCH = { maxPages: 20, maxBytes: 128 * 1024 };
/** News may be lost with a connection: look again after this time. */
const LOOK_AGAIN_MS = 2_000;

/** Shares change notifications and store reads of one job among its readers in this process. */
export class JobFeed {
  private age = 0;
  private readonly looking = new Map<string, Promise<Look>>();
  private readonly waiting = new Set<() => void>();
  private readonly unsubscribe: () => void;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: CrawlStore,
    private readonly id: string,
    private readonly recent: RecentLooks,
  ) {
    this.unsubscribe = store.subscribe(id, () => this.ring());
  }

  /** The job and its next pages. Pages stay where they are once they are there; that there are none is true until the next change. */
  look(cursor: number): Promise<Look> {
    const known = this.recent.get(this.id, cursor);
    if (known && (known.pages.length > 0 || known.age === this.age)) return Promise.resolve(known);
    const key = `${this.age} ${cursor}`;
    const look = this.looking.get(key) ?? this.start(cursor).finally(() => this.looking.delete(key));
    this.looking.set(key, look);
    return look;
  }

  /** Resolves when something has changed since a look, or may have, or the signal fires. */
  async change({ age }: Pick<Look, 'age'>, signal?: AbortSignal): Promise<void> {
    if (this.age !== age || signal?.aborted) return;
    this.timer ??= setTimeout(() => this.ring(), LOOK_AGAIN_MS);
    await new Promise<void>((resolve) => {
      const wake = () => {
        this.waiting.delete(wake);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      this.waiting.add(wake);
      signal?.addEventListener('abort', wake);
    });
  }

  close(): void {
    this.unsubscribe();
    this.recent.forgetJob(this.id);
    this.ring();
  }

  private async start(cursor: number): Promise<Look> {
    const { age } = this;
    const job = await this.store.find(this.id); // before the pages: those that come later are found by the next look
    const { pages, hasMore } = await this.store.results.pages(this.id, { from: cursor, ...BATCH });
    const look = { age, job, pages, hasMore };
    this.recent.put(this.id, cursor, look);
    return look;
  }

  private ring(): void {
    this.age++;
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const wake of [...this.waiting]) wake();
  }
}
