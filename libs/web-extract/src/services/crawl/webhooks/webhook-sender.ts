import {
  Injectable,
  Logger,
  Optional,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { FairSemaphore } from '../../../concurrency/fair-semaphore.js';
import { jsonBuffer } from '../../../model/json-in-steps.js';
import { ResolvedOptions } from '../../../model/options.js';
import { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import type { WebhookRetry, WebhookTask } from '../../../ports/stores/webhook-outbox.port.js';
import { Fetcher } from '../../../ports/fetcher.port.js';
import { PAUSES_MS } from '../../../model/retry/policies.js';
import { KeylessJobs } from '../page/keyless-jobs.js';
import { newWorkerName } from '../worker/worker-name.js';
import { ReceiverBackoff, type Receiver } from './receiver-backoff.js';
import { ExtractorMessages } from '../../extractors/extractor-messages.js';
import { MonitorMessages } from '../../monitors/messages/monitor-messages.js';
import { JobMessages } from './job-messages.js';
import type { MessageQueue, MessageSource, SourcedMessage } from './message-source.js';
import { NewsPresenter, webhookHeaders } from './webhook-message.js';
import { kept } from '../../../model/kept.js';

const TIMEOUT_MS = 10_000;
const LEASE_MS = 120_000;
/** Crawls of one owner whose messages are sent side by side; those of one crawl go one after another. */
const LANES = 12;
/** Messages of a crawl that are sent before others have their turn. */
const MESSAGES_A_TURN = 50;

/**
 * Sends the webhook messages of jobs, monitors and extractors at least once each, without holding up the jobs.
 *
 * A failed message waits in the store for its next try. Lanes are shared by owner; a receiver gets a few at most, and none for a while
 * when it keeps failing. Messages of a job whose owner has lost its last key are dropped.
 */
@Injectable()
export class WebhookSender implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker = newWorkerName();
  private readonly logger = new Logger('WebExtract');
  private readonly stop = new AbortController();
  private readonly places = new FairSemaphore(LANES);
  private readonly rests = new ReceiverBackoff();
  private readonly lanes = kept('lanes', new Set<Promise<void>>());
  private readonly sources: readonly MessageSource[];
  private looking: Promise<void> | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    store: CrawlStore,
    private readonly fetcher: Fetcher,
    presenter: NewsPresenter,
    keyless: KeylessJobs,
    private readonly options: ResolvedOptions,
    @Optional() monitors?: MonitorMessages,
    @Optional() extractors?: ExtractorMessages,
  ) {
    const others = [monitors, extractors].filter((source) => source !== undefined);
    this.sources = [new JobMessages(store, presenter, keyless), ...others];
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.look(), PAUSES_MS.webhookLook);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.stop.abort();
    await this.looking;
    await Promise.all(this.lanes);
  }

  private look(): void {
    this.looking ??= this.fillLanes()
      .catch(() => {}) // the store is out of reach; the next look tries again
      .finally(() => (this.looking = null));
  }

  /** Starts a lane for each sender with pending messages, while its owner is below its share of lanes. */
  private async fillLanes(): Promise<void> {
    for (const source of this.sources) {
      while (!this.stop.signal.aborted && !this.places.isFull) {
        const busy = { owners: this.places.sated, receivers: this.rests.busy(performance.now()) };
        const task = await source.outbox.take(this.worker, LEASE_MS, busy);
        if (!task) break;
        this.begin(source, task);
      }
    }
  }

  private begin(source: MessageSource, task: WebhookTask): void {
    this.places.tryTake(task.owner);
    this.rests.begin(task);
    const lane: Promise<void> = this.serve(source, task)
      .catch(() => {}) // store unavailable: the lease expires, and another process continues
      .finally(() => {
        this.lanes.delete(lane);
        this.rests.end(task, performance.now());
        this.places.release(task.owner);
        this.look();
      });
    this.lanes.add(lane);
  }

  private async serve(source: MessageSource, task: WebhookTask): Promise<void> {
    const queue = await source.open(task);
    let stand: Stand = { position: queue ? task.position : Number.MAX_SAFE_INTEGER };
    try {
      if (queue) stand = await this.deliver(source, queue, task);
    } finally {
      await source.outbox.advance(task, stand.position, true, stand.retry);
    }
  }

  /** @returns the first message that is still to be sent */
  private async deliver({ outbox }: MessageSource, queue: MessageQueue, task: WebhookTask): Promise<Stand> {
    let { position, tries } = task;
    for (let sent = 0; sent < MESSAGES_A_TURN; sent++) {
      const message = await queue.next(position);
      if (!message) return { position, retry: { tries, waitMs: PAUSES_MS.webhookLook } };
      if (!(await queue.maySend())) return { position: Number.MAX_SAFE_INTEGER };
      const isTold = await this.tell(queue, message, task);
      if (!isTold && this.stop.signal.aborted) return { position, retry: { tries, waitMs: 0 } };
      const waitMs = isTold ? null : this.rests.failed(task, tries, performance.now());
      if (waitMs !== null) return { position, retry: { tries: tries + 1, waitMs } };
      position = message.isPart ? message.position : message.position + 1;
      message.onSent?.();
      if (!isTold) return this.giveUp(queue, position);
      tries = 0;
      await outbox.advance(task, position, false);
    }
    return { position, retry: { tries, waitMs: 0 } };
  }

  /** Others first, should this receiver be out of order. */
  private giveUp({ name, webhook }: MessageQueue, position: number): Stand {
    const { host } = new URL(webhook.url); // the path of a webhook is often its secret
    this.logger.warn(`The webhook at ${host} did not take a message of ${name}; given up`);
    return { position };
  }

  /** @returns whether the receiver took the message, or did not ask for it */
  private async tell(
    { owner, webhook }: MessageQueue,
    { body }: SourcedMessage,
    receiver: Receiver,
  ): Promise<boolean> {
    if (!body) return true;
    const isTold = await this.post(owner, webhook, (await jsonBuffer(body)).toString());
    if (isTold) this.rests.succeeded(receiver);
    return isTold;
  }

  private async post(owner: string, webhook: MessageQueue['webhook'], body: string): Promise<boolean> {
    try {
      const headers = webhookHeaders(webhook, body, this.options.webhookSecret);
      const { statusCode } = await this.fetcher.fetch(
        {
          url: webhook.url,
          owner,
          post: body,
          headers,
          timeoutMs: TIMEOUT_MS,
          retry: false,
          maxBytes: 65_536,
          onTooLarge: 'truncate',
        },
        this.stop.signal,
      );
      return statusCode < 300;
    } catch {
      return false; // the next attempt or the final warning reports the failure
    }
  }
}

/** Delivery position of a crawl. */
interface Stand {
  /** The first message that is not. */
  readonly position: number;
  readonly retry?: WebhookRetry;
}
