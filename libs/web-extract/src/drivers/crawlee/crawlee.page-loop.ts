import { Injectable } from '@nestjs/common';
import { withDeadline } from '../../concurrency/with-deadline.js';
import { FetchTimeoutError } from '../../model/errors.js';
import {
  PageLoop,
  type LoopTask,
  type PageLoopOptions,
  type TaskSource,
} from '../../ports/page-loop.port.js';
import { loadCrawlee } from './load-crawlee.js';

/** Crawlee takes a part of a second to load. */
async function loadPools(): Promise<typeof import('./make-pool.js')> {
  loadCrawlee();
  return import('./make-pool.js');
}

/** Runs page tasks on Crawlee's AutoscaledPool. Dedupe, limits, order and retries are the business of the source. */
@Injectable()
export class CrawleePageLoop extends PageLoop {
  async prepare(): Promise<void> {
    await loadPools();
  }

  async run<T extends LoopTask>(
    source: TaskSource<T>,
    handle: (task: T) => Promise<void>,
    options: PageLoopOptions,
  ): Promise<void> {
    const { makePool } = await loadPools();
    const pool = makePool({
      run: () => runNext(source, handle, options),
      isReady: () => !source.isEmpty(),
      isFinished: () => source.isFinished(),
      concurrency: options.concurrency,
      givesWay: options.givesWay ?? false,
    });
    source.onChange(pool.notify);
    await pool.run();
  }
}

async function runNext<T extends LoopTask>(
  source: TaskSource<T>,
  handle: (task: T) => Promise<void>,
  { maxRetries, taskTimeoutMs }: PageLoopOptions,
): Promise<void> {
  const task = await source.next();
  if (!task) return;
  const onTimeout = () => new FetchTimeoutError(task.url, 'no end of the work', taskTimeoutMs);
  try {
    await withDeadline(taskTimeoutMs, undefined, onTimeout, () => handle(task));
  } catch (error) {
    const mayPass = (error as { retryable?: unknown } | null)?.retryable === true;
    if (mayPass && task.attempts < maxRetries) await source.retry(task, error);
    else await source.fail(task, error);
  }
}
