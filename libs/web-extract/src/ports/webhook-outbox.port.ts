/** Webhook messages of one crawl, to be sent by the holder of the lease. */
export interface WebhookTask {
  readonly crawlId: string;
  readonly lease: string;
  readonly position: number;
  readonly owner: string;
  /** Host and port of the address that they are sent to. */
  readonly receiver: string;
  /** How often the message at `position` was tried in vain. */
  readonly tries: number;
}

/** Whose messages stay where they are for now. */
export interface BusyReceivers {
  readonly owners: readonly string[];
  readonly receivers: readonly Pick<WebhookTask, 'owner' | 'receiver'>[];
}

/** A message that was tried in vain. */
export interface WebhookRetry {
  readonly tries: number;
  /** How long it is not tried again. */
  readonly waitMs: number;
}

/** Messages about crawls that their owners want to be sent, until each was delivered or given up. Safe for many senders at once. */
export abstract class WebhookOutbox {
  /**
   * Leases the webhook messages of a crawl that has some to send: 0 is `started`, then one a page in order of completion,
   * the last one says how the crawl ended. Crawls are served in turns; those of `busy` are passed over.
   * @returns the first message not yet sent, or null when no crawl has any
   */
  abstract take(worker: string, leaseMs: number, busy?: BusyReceivers): Promise<WebhookTask | null>;

  /**
   * All messages before `position` were delivered or given up; renews the lease, or ends it when `isReleased`.
   * @param retry of the message at `position`: the crawl is not leased before its time, by any worker
   */
  abstract advance(
    task: WebhookTask,
    position: number,
    isReleased: boolean,
    retry?: WebhookRetry,
  ): Promise<void>;
}
