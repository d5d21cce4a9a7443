/** Webhook messages of one crawl, to be sent by the lease holder. */
export interface WebhookTask {
  readonly crawlId: string;
  readonly lease: string;
  readonly position: number;
  readonly owner: string;
  /** Host and port of the webhook URL. */
  readonly receiver: string;
  /** Number of failed attempts for the message at `position`. */
  readonly tries: number;
}

/** Receivers whose messages are not leased for now. */
export interface BusyReceivers {
  readonly owners: readonly string[];
  readonly receivers: readonly Pick<WebhookTask, 'owner' | 'receiver'>[];
}

/** The messages of all receivers may be leased. */
export const NO_BUSY_RECEIVERS: BusyReceivers = { owners: [], receivers: [] };

/** A failed message. */
export interface WebhookRetry {
  readonly tries: number;
  /** Time until the next attempt. */
  readonly waitMs: number;
}

/** Queue of webhook messages until they are delivered or given up. Safe for concurrent senders. */
export abstract class WebhookOutbox {
  /**
   * Leases the webhook messages of a crawl with pending ones: position 0 is `started`, followed by one per
   * page in order of completion; the last one reports the end of the crawl. Crawls are served round-robin;
   * those of `busy` are skipped.
   * @returns the first pending message, or null if no crawl has any
   */
  abstract take(worker: string, leaseMs: number, busy?: BusyReceivers): Promise<WebhookTask | null>;

  /**
   * Acknowledges all messages before `position` as delivered or given up; renews the lease, or ends it if
   * `isReleased`.
   * @param retry for the message at `position`: no worker leases the crawl before that time
   */
  abstract advance(
    task: WebhookTask,
    position: number,
    isReleased: boolean,
    retry?: WebhookRetry,
  ): Promise<void>;
}

/** Messages of a job that were dropped because too many of its owner were waiting. */
export interface DroppedJobMessages {
  readonly crawlId: string;
  readonly messages: number;
}

/** Webhook messages of jobs. */
export abstract class JobOutbox extends WebhookOutbox {
  /**
   * Drops the waiting messages of extract jobs of an owner, the oldest jobs first, until at most `maxJobs` have any. An extract job has
   * two messages: its start and its end. Those of other jobs are positions in stored results and stay.
   */
  abstract limitExtractJobs(owner: string, maxJobs: number): Promise<readonly DroppedJobMessages[]>;
}
