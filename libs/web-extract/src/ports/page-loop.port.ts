/** Where a loop takes its work from. Everything is asked anew after each change. */
export interface TaskSource<T> {
  /** The next task; null when nothing may start now. */
  next(): Promise<T | null>;
  /** Nothing may start now. */
  isEmpty(): boolean;
  /** Nothing will ever start again. Tasks under way may still end. */
  isFinished(): boolean;
  /** `listener` wants to know when `isEmpty` or `isFinished` may have changed. */
  onChange(listener: () => void): void;
  /** A task failed and may be tried again later. */
  retry(task: T, error: unknown): Promise<void>;
  /** A task failed for good. */
  fail(task: T, error: unknown): Promise<void>;
}

/** What the loop needs to know of a task. */
export interface LoopTask {
  readonly url: string;
  readonly key: string;
  /** Tries before this one. */
  readonly attempts: number;
}

export interface PageLoopOptions {
  /** Tasks under way at once, at least 1. */
  readonly concurrency: number;
  /** Fewer tasks, down to one, while the event loop, the processors or the memory of the host are under load. Absent: as many as may be. */
  readonly givesWay?: boolean;
  /** Tries after the first, for errors that may pass. */
  readonly maxRetries: number;
  /** Longest time of one task in milliseconds; a safety net behind the task's own deadline. */
  readonly taskTimeoutMs: number;
}

/** Runs tasks side by side. Leaves nothing behind in the process: no listener, timer or file. */
export abstract class PageLoop {
  /** Loads what the first run would have to wait for. */
  abstract prepare(): Promise<void>;

  /**
   * Runs `handle` over the tasks of a source until the source is finished and no task is under way.
   *
   * An error of `handle` that is `retryable` leads to `source.retry`, up to `maxRetries` tries; any other to `source.fail`.
   */
  abstract run<T extends LoopTask>(
    source: TaskSource<T>,
    handle: (task: T) => Promise<void>,
    options: PageLoopOptions,
  ): Promise<void>;
}
