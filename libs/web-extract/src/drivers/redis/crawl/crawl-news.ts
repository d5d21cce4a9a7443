import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { CrawlChange } from '../../../ports/stores/crawl-store.port.js';
import { Listeners } from '../../crawl-store/listeners.js';
import type { RedisLink } from '../connection/redis-link.js';
import type { RedisScripts } from '../redis-scripts.js';
import { Throttle } from '../../crawl-store/throttle.js';

/** Minimum interval between progress messages of a crawl to other processes. */
const PAUSE_MS = 100;
/**
 * Minimum interval between notifications for messages of other processes, which were already delayed by their sender.
 */
const HEARING_PAUSE_MS = 20;

/**
 * Notifies listeners in all processes of changes to a crawl: one channel per crawl, all on one connection. Listeners
 * of this process
 * are notified of its own changes at once. Messages may be lost with the connection, so listeners need to poll as
 * well.
 */
export class CrawlNews {
  private readonly listeners = new Listeners();
  private readonly outgoing = new Throttle(PAUSE_MS);
  private readonly incoming = new Throttle(HEARING_PAUSE_MS);
  /** Names this object in messages: its own ones are no news. */
  private readonly self = randomUUID().slice(0, 8);
  /** A channel's name is this and the id of the crawl. */
  private readonly prefix: string;
  private subscriber: Redis | undefined;
  private wasLost = false;

  constructor(
    private readonly connection: RedisLink,
    private readonly scripts: RedisScripts,
  ) {
    this.prefix = `${scripts.prefix}news:`;
  }

  /** @returns a function that ends it */
  listen(crawlId: string, listener: (change: CrawlChange) => void): () => void {
    if (!this.listeners.has(crawlId)) this.subscribe(crawlId);
    const end = this.listeners.add(crawlId, listener);
    return () => {
      end();
      if (this.listeners.has(crawlId)) return;
      void this.subscriber?.unsubscribe(this.channelOf(crawlId)).catch(() => {}); // with the connection it ends anyway
    };
  }

  /** This process changed a crawl. */
  progress(crawlId: string): void {
    this.listeners.notify(crawlId, 'progress');
    this.outgoing.run(crawlId, () => {
      const send = (client: Redis) => client.publish(this.channelOf(crawlId), this.message('progress'));
      void this.scripts.send(send).catch(() => {}); // not awaited
    });
  }

  /** This process ended a crawl, and its script has notified the others. */
  ended(crawlId: string): void {
    this.listeners.notify(crawlId, 'ended');
  }

  channelOf(crawlId: string): string {
    return `${this.prefix}${crawlId}`;
  }

  message(change: CrawlChange): string {
    return `${change} ${this.self}`;
  }

  close(): void {
    this.outgoing.close();
    this.incoming.close();
    this.listeners.clear();
    this.leaveSubscriber();
  }

  private leaveSubscriber(): void {
    this.subscriber?.off('message', this.onMessage);
    this.subscriber?.off('close', this.onClose);
    this.subscriber?.off('ready', this.onReady);
    this.subscriber = undefined;
  }

  private subscribe(crawlId: string): void {
    if (!this.subscriber) {
      this.subscriber = this.connection.subscriber();
      this.subscriber.on('message', this.onMessage);
      this.subscriber.on('close', this.onClose);
      this.subscriber.on('ready', this.onReady);
    }
    void this.subscriber.subscribe(this.channelOf(crawlId)).catch(() => {}); // it closes
  }

  private readonly onMessage = (channel: string, message: string): void => {
    if (!channel.startsWith(this.prefix)) return;
    const crawlId = channel.slice(this.prefix.length);
    const [change, sender] = message.split(' ');
    if (sender === this.self) return;
    if (change === 'ended') this.listeners.notify(crawlId, 'ended');
    else this.incoming.run(crawlId, () => this.listeners.notify(crawlId, 'progress'));
  };

  private readonly onClose = (): void => {
    this.wasLost = true;
  };

  /** Reconnected: messages may have been missed, so all listeners are notified. */
  private readonly onReady = (): void => {
    if (!this.wasLost) return;
    this.wasLost = false;
    for (const crawlId of this.listeners.crawls()) this.listeners.notify(crawlId, 'progress');
  };
}
