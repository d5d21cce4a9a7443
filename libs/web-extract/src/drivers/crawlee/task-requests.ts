import { Request } from '@crawlee/basic';
import type { LoopTask, TaskSource } from '../../ports/page-loop.port.js';

const TASK = Symbol('task');
const ERROR = Symbol('error');
type TaskRequest = Request & { [TASK]?: LoopTask; [ERROR]?: unknown };

/** Keeps what a try failed with, for the decision when to try again. */
export function rememberError(request: Request, error: unknown): void {
  (request as TaskRequest)[ERROR] = error;
}

/** The task that a request stands for. */
export function taskOf<T extends LoopTask>(request: Request): T {
  return (request as TaskRequest)[TASK] as T;
}

/**
 * A task source in the shape that Crawlee asks its requests from. What was handled is known to the source already; dedupe,
 * limits and order are its business too.
 */
export class TaskRequests<T extends LoopTask> {
  /** Written by the crawler. */
  internalTimeoutMillis = 0;
  requestLockSecs = 0;

  constructor(
    private readonly source: TaskSource<T>,
    private readonly maxRetries: number,
  ) {}

  async fetchNextRequest(): Promise<Request | null> {
    const task = await this.source.next();
    if (!task) return null;
    const request: TaskRequest = new Request({
      url: task.url,
      uniqueKey: task.key,
      maxRetries: this.maxRetries,
    });
    request.id = task.key;
    request.retryCount = task.attempts;
    request[TASK] = task;
    return request;
  }

  async reclaimRequest(request: Request): Promise<void> {
    await this.source.retry(taskOf<T>(request), (request as TaskRequest)[ERROR]);
  }

  async isEmpty(): Promise<boolean> {
    return this.source.isEmpty();
  }

  async isFinished(): Promise<boolean> {
    return this.source.isFinished();
  }

  async markRequestHandled(): Promise<void> {}

  async addRequest(): Promise<never> {
    return this.addRequests();
  }

  async addRequests(): Promise<never> {
    throw new Error('Addresses enter a crawl through its store');
  }

  async addRequestsBatched(): Promise<never> {
    return this.addRequests();
  }

  getTotalCount(): number {
    return 0;
  }

  getPendingCount(): number {
    return 0;
  }

  async handledCount(): Promise<number> {
    return 0;
  }
}
