import { randomUUID } from 'node:crypto';
import type { CrawlChange } from '../../../ports/stores/crawl-store.port.js';
import { Listeners } from '../../crawl-store/listeners.js';
import { Throttle } from '../../crawl-store/throttle.js';
import type { PostgresConnection } from '../connection/postgres-connection.js';
import { DueWork } from '../due/due-work.js';

/** Minimum interval between progress notifications of a crawl to other processes. */
const PAUSE_MS = 250;
/** Interval of looks at crawls while there are no notifications. */
const POLL_MS = 1_000;
const CHANNEL = 'crawls';

/**
 * Notifies listeners in all processes of changes to a crawl, over one channel. Listeners of this process are notified of its own changes at
 * once. While notifications do not arrive, listeners are notified once a second, so that they look.
 */
export class CrawlNews {
  private readonly listeners = new Listeners();
  private readonly outgoing = new Throttle(PAUSE_MS);
  /** Identifies this object in messages: its own are ignored. */
  private readonly self = randomUUID().slice(0, 8);
  private wasConnected = false;
  private stopListening: (() => void) | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** @param work learns that a crawl may have messages to send */
  constructor(
    private readonly connection: PostgresConnection,
    private readonly work = new DueWork(null),
  ) {}

  /** @returns a function that ends it */
  listen(crawlId: string, listener: (change: CrawlChange) => void): () => void {
    this.stopListening ??= this.connection.listener.listen(CHANNEL, (payload) => this.hear(payload));
    this.timer ??= setInterval(() => this.poll(), POLL_MS).unref();
    return this.listeners.add(crawlId, listener);
  }

  /** This process changed a crawl. */
  progress(crawlId: string): void {
    this.work.markChanged('crawls');
    this.listeners.notify(crawlId, 'progress');
    this.outgoing.run(crawlId, () => {
      const values = [this.channel, this.message('progress', crawlId)];
      void this.connection.run('SELECT pg_notify($1, $2)', values).catch(() => {}); // not awaited
    });
  }

  /** This process ended a crawl; its statement has notified the others. */
  ended(crawlId: string): void {
    this.work.markChanged('crawls');
    this.listeners.notify(crawlId, 'ended');
  }

  get channel(): string {
    return this.connection.listener.nameOf(CHANNEL);
  }

  message(change: CrawlChange, crawlId: string): string {
    return `${change} ${this.self} ${crawlId}`;
  }

  close(): void {
    this.outgoing.close();
    this.listeners.clear();
    this.stopListening?.();
    clearInterval(this.timer);
  }

  /** @param payload null: messages may have been missed */
  private hear(payload: string | null): void {
    if (payload === null) return this.reconnected();
    const [change = '', sender, ...id] = payload.split(' ');
    if (sender !== this.self) this.listeners.notify(id.join(' '), change === 'ended' ? 'ended' : 'progress');
  }

  private reconnected(): void {
    if (this.wasConnected) this.notifyAll();
    this.wasConnected = true;
  }

  private poll(): void {
    if (!this.connection.listener.isListening) this.notifyAll();
  }

  private notifyAll(): void {
    for (const crawlId of this.listeners.crawls()) this.listeners.notify(crawlId, 'progress');
  }
}
