import {
  BasicCrawler, Configuration, EventManager, Log, LogLevel, type BasicCrawlerOptions, type Request,
} from '@crawlee/basic'; // prettier-ignore
import { MemoryStorage } from '@crawlee/memory-storage';
import type { LoopTask, PageLoopOptions, TaskSource } from '../../ports/page-loop.port.js';
import { rememberError, taskOf, TaskRequests } from './task-requests.js';

/** How often the pool looks for work by itself; `notify` tells it at once. In seconds. */
const LOOK_FOR_WORK_SECS = 0.5;

/** A fixed concurrency has no use for it, but without one Crawlee asks the program `ps`, which small systems lack. */
const UNUSED_MEMORY_MBYTES = 1024;

/** Crawlee's own manager reads the system's load every second; a fixed concurrency has no use for it. */
class NoEvents extends EventManager {
  override async init(): Promise<void> {}
  override async close(): Promise<void> {}
}

/** A crawler that reports work to its pool, and leaves the process' signals to the host. */
class QuietCrawler extends BasicCrawler {
  constructor(
    options: BasicCrawlerOptions,
    config: Configuration,
    private readonly onPool: (notify: () => void) => void,
  ) {
    super(options, config);
  }

  protected override async _init(): Promise<void> {
    await super._init();
    const pool = this.autoscaledPool!;
    this.onPool(() => void pool.notify());
    const run = pool.run.bind(pool);
    pool.run = () => {
      leaveSigintToTheHost();
      return run();
    };
  }
}

/** `run()` has just added its listener, the last one: with it Ctrl+C would no longer end the host. */
function leaveSigintToTheHost(): void {
  const added = process.rawListeners('SIGINT').at(-1) as (() => void) | undefined;
  const inner = (added as { listener?: { name?: string } } | undefined)?.listener;
  if (added && inner?.name === 'sigintHandler') process.removeListener('SIGINT', added);
}

/** Builds a crawler over a task source: no storage, no events, no autoscaling, no own dedupe. */
export function createCrawler<T extends LoopTask>(
  source: TaskSource<T>,
  handle: (task: T) => Promise<void>,
  { concurrency, maxRetries, taskTimeoutMs }: PageLoopOptions,
): BasicCrawler {
  const requests = new TaskRequests(source, maxRetries);
  const options = {
    requestQueue: requests,
    requestHandler: ({ request }: { request: Request }) => run(request, handle),
    errorHandler: ({ request }: { request: Request }, error: Error) => rememberError(request, error),
    failedRequestHandler: ({ request }: { request: Request }, error: Error) =>
      source.fail(taskOf<T>(request), error),
    maxRequestRetries: maxRetries,
    requestHandlerTimeoutSecs: taskTimeoutMs / 1000,
    minConcurrency: concurrency,
    maxConcurrency: concurrency,
    autoscaledPoolOptions: { maybeRunIntervalSecs: LOOK_FOR_WORK_SECS },
    useSessionPool: false,
    retryOnBlocked: false,
    statisticsOptions: { persistenceOptions: { enable: false }, logIntervalSecs: 3600 },
    statusMessageLoggingInterval: 3600,
    log: new Log({ level: LogLevel.OFF }),
  };
  const config = new Configuration({
    storageClient: new MemoryStorage({ persistStorage: false }),
    eventManager: new NoEvents(new Configuration()),
    purgeOnStart: false,
    memoryMbytes: UNUSED_MEMORY_MBYTES,
  });
  return new QuietCrawler(options as unknown as BasicCrawlerOptions, config, (notify) =>
    source.onChange(notify),
  );
}

async function run<T extends LoopTask>(request: Request, handle: (task: T) => Promise<void>): Promise<void> {
  try {
    await handle(taskOf<T>(request));
  } catch (error) {
    request.noRetry = (error as { retryable?: unknown } | null)?.retryable !== true;
    throw error;
  }
}
