import { availableParallelism } from 'node:os';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Conversion, ConversionRequest } from '../../model/conversion.js';
import { ConversionFailedError, UnavailableError } from '../../model/errors.js';
import { Converter } from '../../ports/converter.port.js';
import { ConversionQueue, type ConversionPriority } from './conversion-queue.js';
import { ConversionThread, ThreadMemoryError, ThreadTimeoutError } from './conversion-thread.js';
import { reviveError } from './error-description.js';
import { MemoryWatch } from './memory-watch.js';
import { WORKER_FILE } from './worker-file.js';
import type { ConversionReply } from './worker.js';

/** Bounds of the threads; `limits` of the module's options says what each means. */
export interface WorkerConverterOptions {
  readonly conversionThreads: number | undefined;
  readonly conversionTimeoutMs: number;
  readonly conversionMemoryMb: number;
  readonly maxQueuedConversions: number;
  /** Script of the threads; the built worker of this package when absent. */
  readonly workerFile?: string;
}

/** V8's own limit lies far above ours, for reaching it may end the process: see {@link MemoryWatch}. */
const MIN_HEAP_MB = 1024;
const HEAP_FACTOR = 3;

/** A thread that needed this much is replaced: V8 would keep the memory, and a new thread costs 50 ms. */
const RETIREMENT_MB = 128;

/**
 * Converts pages in worker threads. The first page starts the first thread, pages at the same time start more; they stay
 * for the next ones.
 *
 * Nothing is converted on the host's own thread, however small: what a few kilobytes may cost cannot be known before.
 */
@Injectable()
export class WorkerConverter extends Converter implements OnApplicationShutdown {
  private readonly threads: readonly ConversionThread[];
  private readonly queue: ConversionQueue<ConversionThread>;
  private readonly memory: MemoryWatch;
  private closedBy: UnavailableError | null = null;

  constructor(private readonly options: WorkerConverterOptions) {
    super();
    const { conversionThreads, conversionTimeoutMs, conversionMemoryMb, workerFile = WORKER_FILE } = options;
    const heapMb = Math.max(MIN_HEAP_MB, HEAP_FACTOR * conversionMemoryMb);
    const bounds = { workerFile, timeoutMs: conversionTimeoutMs, heapMb };
    this.memory = new MemoryWatch(conversionMemoryMb);
    const count = conversionThreads ?? defaultThreads();
    this.threads = Array.from({ length: count }, () => new ConversionThread(bounds));
    this.queue = new ConversionQueue(this.threads, options.maxQueuedConversions);
  }

  /** A conversion that is aborted while a thread works on it is left to end there: a new thread would cost more. */
  async convert(
    request: ConversionRequest,
    signal?: AbortSignal,
    priority: ConversionPriority = 'scrape',
  ): Promise<Conversion> {
    const thread = await this.queue.enter(priority, signal);
    // The wait for the place may have ended in the same moment as the wish for it.
    const refusal = this.closedBy ?? (signal?.aborted ? signal.reason : null);
    if (refusal !== null) {
      this.queue.leave(thread);
      throw refusal;
    }
    const conversion = this.runOn(thread, request);
    return signal ? unlessAborted(conversion, signal) : conversion;
  }

  async onApplicationShutdown(): Promise<void> {
    this.closedBy = new UnavailableError('the application is shutting down');
    this.queue.close(this.closedBy);
    await Promise.all(this.threads.map((thread) => thread.stop()));
  }

  private async runOn(thread: ConversionThread, request: ConversionRequest): Promise<Conversion> {
    const reply = await this.ask(thread, request);
    if ('error' in reply) throw reviveError(reply.error, request.url);
    return reply.conversion;
  }

  private async ask(thread: ConversionThread, request: ConversionRequest): Promise<ConversionReply> {
    const endWatch = this.memory.begin(() => void thread.stop(new ThreadMemoryError()));
    try {
      const reply = await thread.run(request);
      const grownMb = endWatch();
      if (grownMb > RETIREMENT_MB) this.replace(thread);
      else this.queue.leave(thread);
      return reply;
    } catch (cause) {
      this.replace(thread, endWatch);
      throw this.closedBy ?? new ConversionFailedError(request.url, this.reasonOf(cause), { cause });
    }
  }

  /** Gives the place on once the thread and its memory are gone; nobody need wait for that. */
  private replace(thread: ConversionThread, onGone?: () => void): void {
    void thread.stop().then(() => {
      onGone?.();
      this.queue.leave(thread);
    });
  }

  private reasonOf(error: unknown): string {
    const { conversionTimeoutMs, conversionMemoryMb } = this.options;
    if (error instanceof ThreadTimeoutError) return `it took longer than ${conversionTimeoutMs} ms`;
    if (error instanceof ThreadMemoryError) return `it needs more than ${conversionMemoryMb} MiB of memory`;
    return (error as Error).message;
  }
}

/**
 * Leaves a processor to the host; more than four threads would wait for each other's memory. Never one alone: a page that
 * takes seconds would keep every other waiting.
 */
function defaultThreads(): number {
  return Math.max(2, Math.min(4, availableParallelism() - 1));
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
    const done = () => signal.removeEventListener('abort', giveUp);
    work.finally(done).then(resolve, reject);
  });
}
