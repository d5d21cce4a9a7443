/** Data of a job. */
export interface SlotData {
  readonly crawlId: string;
  readonly owner: string;
}

/** A job while a worker processes it, whichever queue it is from. */
export interface QueuedJob {
  readonly id: string;
  data: SlotData;
  /** Makes a delayed job available now. */
  promote(): Promise<void>;
  /** Shows the progress of the crawl in dashboards, in percent. */
  report?(percent: number): Promise<unknown>;
}

/** What a queue reports. */
export interface QueueListener {
  onError(error: unknown): void;
  /** The result of a turn is stored: the job is gone, or in the queue again. */
  onTurnStored(jobId: string): void;
}

/** A queue of jobs on a server. Each job is processed by one worker at a time until `take` resolves. */
export interface TurnQueue {
  /** Name for log messages. */
  readonly technology: string;
  listen(listener: QueueListener): void;
  /** Returns those of the ids that no job has. */
  missing(jobIds: readonly string[]): Promise<string[]>;
  /** True if the server is reachable. */
  isReady(): Promise<boolean>;
  /** The error of an operation as callers know it. */
  explain(error: unknown): unknown;
  /** Adds a job. An existing job with this id stays as it is. */
  add(name: string, data: SlotData, jobId: string): Promise<unknown>;
  /**
   * Starts processing. A job whose `take` fails is available again: after the delay of an `AnotherTurn`, otherwise after
   * a second.
   */
  process(concurrency: number, take: (job: QueuedJob) => Promise<void>): void;
  /** Takes no more jobs, and waits for those in progress. */
  close(): Promise<unknown>;
}
