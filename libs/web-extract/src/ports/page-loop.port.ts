/** Source of the tasks of a loop. Queried again after each change. */
export interface TaskSource<T> {
  /** Returns the next task; null if none can start now. */
  next(): Promise<T | null>;
  /** Returns true if no task can start now. */
  isEmpty(): boolean;
  /** Returns true if no task will ever start again. Active tasks may still end. */
  isFinished(): boolean;
  /** Registers a listener for possible changes of `isEmpty` or `isFinished`. */
  onChange(listener: () => void): void;
  /** A task failed and may be retried. */
  retry(task: T, error: unknown): Promise<void>;
  /** A task failed permanently. */
  fail(task: T, error: unknown): Promise<void>;
}

/** The properties of a task that the loop uses. */
export interface LoopTask {
  readonly url: string;
  readonly key: string;
  /** Number of earlier attempts. */
  readonly attempts: number;
}

export interface PageLoopOptions {
  /** Maximum number of concurrent tasks, at least 1. */
  readonly concurrency: number;
  /**
   * Reduces the concurrency, down to one, while the event loop, the processors or the memory of the host are
   * under load. @default false
   */
  readonly givesWay?: boolean;
  /** Number of retries of retryable errors. */
  readonly maxRetries: number;
  /** Timeout of one task in milliseconds; a fallback in addition to the task's own deadline. */
  readonly taskTimeoutMs: number;
}

/** Runs tasks concurrently. Leaves no listener, timer or file in the process. */
export abstract class PageLoop {
  /** Preloads the dependencies of the first run. */
  abstract prepare(): Promise<void>;

  /**
   * Runs `handle` for the tasks of a source until the source is finished and no task is active.
   *
   * Calls `source.retry` for errors that are `retryable`, up to `maxRetries` times, and `source.fail` for all
   * others.
   */
  abstract run<T extends LoopTask>(
    source: TaskSource<T>,
    handle: (task: T) => Promise<void>,
    options: PageLoopOptions,
  ): Promise<void>;
}
