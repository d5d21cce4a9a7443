import { availableParallelism } from 'node:os';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { unlessAborted } from '../../concurrency/until-aborted.js';
import type { Conversion, ConversionRequest } from '../../model/page/conversion.js';
import { ConversionFailedError, UnavailableError } from '../../model/errors.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import { Converter, type ConversionTurn } from '../../ports/converter.port.js';
import { ConversionQueue, type QueueTurn } from './threads/conversion-queue.js';
import { conversionTimeMs, readingTimeMs } from '../../convert/documents/document-settings.js';
import { reviveError } from './error-description.js';
import { ConversionThread } from './threads/conversion-thread.js';
import { MemoryLimiter } from './threads/memory-limiter.js';
import { shareTime } from './threads/shared-time.js';
import {
  heapMbOf,
  ThreadMemoryError,
  ThreadSharingError,
  ThreadTimeoutError,
} from './threads/work-thread.js';
import { WORKER_FILE } from './worker-file.js';
import type { ConversionReply, ConversionThreadData } from './worker.js';

/** Bounds of the threads; `limits` of the module's options says what each means. */
export interface WorkerConverterOptions {
  readonly conversionThreads: number | undefined;
  readonly conversionTimeoutMs: number;
  readonly conversionMemoryMb: number;
  readonly maxQueuedConversions: number;
  /** Milliseconds that a conversion may take while owners without a thread wait. Absent: as many as it has anyway. */
  readonly sharedTimeMs?: number;
  /** Time of one conversion, where each has its own. */
  readonly timeoutMsOf?: (request: ConversionRequest) => number;
  /** Heap in MiB that a thread keeps while it has nothing to do. */
  readonly keptHeapMb?: number;
  /** Sends bodies in memory of exactly their size, see {@link ConversionThread}. */
  readonly exactBodies?: boolean;
  /** Address of a module with rules of the host, see {@link loadRules}. */
  readonly markdownRules?: string | undefined;
  /** Script of the threads; the built worker of this package when absent. */
  readonly workerFile?: string;
}

const MIB = 1024 * 1024;

/**
 * A page above this size may need a hundred times its size: such pages are converted one at a time, even if threads
 * are free.
 */
const LARGE_BYTES = MIB;

/** A thread that works on a page, and the turn of large pages if it is one. */
interface Place {
  readonly thread: ConversionThread;
  readonly largeTurn: LargeTurn | null;
}

/** Large pages are converted one at a time, plus one of another owner that does not block the queue. */
type LargeTurn = 'turn' | "another owner's";

/** Settings of one conversion. */
interface Run {
  readonly turn: QueueTurn;
  /** Another conversion may have been at fault when it was ended. */
  readonly isRetry?: boolean;
}

interface WaitedRun extends Run {
  /** True if a caller still waits for the page while the machine is slow. */
  readonly isPatient: () => boolean;
}

/** Share of the time for reading while others wait; the rest is for writing markdown. */
const READING_SHARE = 0.6;

/** A thread that needed this much is replaced: V8 would keep the memory, and a new thread costs 50 ms. */
const RETIREMENT_MB = 128;
/** Ordinary pages leave 50 MiB, most of it room for young objects; V8 collects what larger ones left only when others come. */
const KEPT_HEAP_MB = 64;
/** A thread with a larger heap ends after so long without work. */
const SWOLLEN_IDLE_MS = 2_000;

/**
 * Converts pages in worker threads. The first thread starts with the application, concurrent pages start more, and
 * idle threads are
 * reused. On a single processor a spare thread takes over when a page blocks the others: two permanently active
 * threads would
 * each compile the same code and evict the other's memory. One more thread is reserved for owners without a running
 * conversion
 * while pages of others block theirs; it starts on first use.
 *
 * No page is converted on the host's own thread, however small: the cost of a few kilobytes is not known in advance.
 */
@Injectable()
export class WorkerConverter extends Converter implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly threads: readonly ConversionThread[];
  private readonly queue: ConversionQueue<ConversionThread>;
  private readonly large: ConversionQueue<LargeTurn>;
  /** The thread that is there before it is needed. */
  private ready: ConversionThread | null = null;
  private closedBy: UnavailableError | null = null;

  /** @param memory shared with all other thread pools, because it can only measure the growth of the whole process */
  constructor(
    private readonly options: WorkerConverterOptions,
    private readonly memory = new MemoryLimiter(options.conversionMemoryMb),
  ) {
    super();
    const { conversionThreads, conversionTimeoutMs, conversionMemoryMb } = options;
    const { workerFile = WORKER_FILE, exactBodies = false } = options;
    const heapMb = heapMbOf(conversionMemoryMb);
    const workerData: ConversionThreadData = { markdownRules: options.markdownRules };
    const bounds = { workerFile, timeoutMs: conversionTimeoutMs, heapMb, workerData, exactBodies };
    const makeThread = () => new ConversionThread(bounds);
    const threads = Array.from({ length: conversionThreads ?? defaultThreads() }, makeThread);
    const spare = threads.length === 1 && conversionThreads === undefined ? makeThread() : null;
    const guests = makeThread();
    this.threads = [...threads, ...(spare ? [spare] : []), guests];
    const { maxQueuedConversions: maxWaiting } = options;
    this.queue = new ConversionQueue({ places: threads, spare, guests, maxWaiting });
    this.large = new ConversionQueue({ places: ['turn'], guests: "another owner's", maxWaiting });
  }

  onApplicationBootstrap(): void {
    this.ready = this.threads[0]!;
    this.ready.prepare();
  }

  /** A conversion that is aborted while a thread works on it is left to end there: a new thread would cost more. */
  async convert(
    request: ConversionRequest,
    signal?: AbortSignal,
    { owner = HOST_OWNER, priority = 'scrape' }: ConversionTurn = {},
  ): Promise<Conversion> {
    const turn = { owner, priority };
    const startedMs = performance.now();
    try {
      return await this.convertOnce(request, signal, { turn });
    } catch (error) {
      if (!isUnclear(error)) throw error;
      return this.memory.retry(turn, signal, () => {
        const left = withTimeLeft(request, performance.now() - startedMs);
        return this.convertOnce(left, signal, { turn, isRetry: true });
      });
    }
  }

  private async convertOnce(
    request: ConversionRequest,
    signal: AbortSignal | undefined,
    run: Run,
  ): Promise<Conversion> {
    const place = await this.enter(request.body.length > LARGE_BYTES, run.turn, signal);
    // The place may have been assigned in the same moment in which the signal was aborted.
    const refusal = this.closedBy ?? (signal?.aborted ? signal.reason : null);
    if (refusal !== null) {
      this.leave(place);
      throw refusal;
    }
    const conversion = this.runOn(place, request, { ...run, isPatient: () => !signal?.aborted });
    return unlessAborted(conversion, signal);
  }

  async onApplicationShutdown(): Promise<void> {
    this.closedBy = new UnavailableError('the application is shutting down');
    this.ready = null;
    this.queue.close(this.closedBy);
    this.large.close(this.closedBy);
    await Promise.all(this.threads.map((thread) => thread.stop()));
  }

  private async enter(isLarge: boolean, turn: QueueTurn, signal?: AbortSignal): Promise<Place> {
    const largeTurn = isLarge ? await this.large.enter(turn, signal) : null;
    try {
      return { thread: await this.queue.enter(turn, signal), largeTurn };
    } catch (error) {
      if (largeTurn) this.large.leave(largeTurn);
      throw error;
    }
  }

  private leave({ thread, largeTurn }: Place): void {
    this.queue.leave(thread);
    if (largeTurn) this.large.leave(largeTurn);
  }

  private async runOn(place: Place, request: ConversionRequest, run: WaitedRun): Promise<Conversion> {
    const reply = await this.ask(place, request, run);
    if ('error' in reply) {
      throw reviveError(
        reply.error,
        (reason, cause) => new ConversionFailedError(request.url, reason, cause),
      );
    }
    return reply.conversion;
  }

  private async ask(
    place: Place,
    request: ConversionRequest,
    { isPatient, ...run }: WaitedRun,
  ): Promise<ConversionReply> {
    const { thread } = place;
    const { timeoutMsOf, keptHeapMb = KEPT_HEAP_MB } = this.options;
    const endWatch = this.watch(place, run);
    try {
      const job = await thread.jobOf(request);
      if (this.closedBy) throw this.closedBy;
      const reply = await thread.run(job, {
        isPatient,
        ...(timeoutMsOf ? { timeoutMs: timeoutMsOf(request) } : {}),
      });
      const grownMb = endWatch();
      if (reply.heapBytes > keptHeapMb * MIB) this.renewAtRest(thread);
      if (grownMb > RETIREMENT_MB) this.replace(place);
      else this.leave(place);
      return reply;
    } catch (cause) {
      this.replace(place, endWatch);
      throw this.closedBy ?? new ConversionFailedError(request.url, this.reasonOf(cause, request), { cause });
    }
  }

  /** Monitors the resources used by a conversion. @returns a function that stops it and returns the memory in MiB */
  private watch(place: Place, { turn, isRetry }: Run): () => number {
    const { thread } = place;
    thread.forget();
    const endMemory = this.memory.begin({
      owner: turn.owner,
      isRetry,
      memory: () => thread.memory,
      measure: () => thread.measure(),
      onTooMuch: (isCertain) => void thread.stop(new ThreadMemoryError(isCertain)),
    });
    const endTime = this.shareTime(place);
    return () => {
      endTime();
      return endMemory();
    };
  }

  private shareTime({ thread, largeTurn }: Place): () => void {
    const { sharedTimeMs } = this.options;
    if (sharedTimeMs === undefined) return () => {};
    return shareTime({
      softMs: sharedTimeMs * READING_SHARE,
      hardMs: sharedTimeMs,
      isNeeded: () => this.queue.keepsOwnersOut || (largeTurn !== null && this.large.keepsOwnersOut),
      onSoft: () => thread.hurry(),
      onHard: () => void thread.stop(new ThreadSharingError()),
    });
  }

  /** Frees the place once the thread and its memory are gone. Not awaited. */
  private replace(place: Place, onGone?: () => void): void {
    void place.thread.stop().then(() => {
      onGone?.();
      this.leave(place);
    });
  }

  /** Releases the memory of an idle thread to the system. The one that was ready is replaced. */
  private renewAtRest(thread: ConversionThread): void {
    thread.stopWhenIdle(SWOLLEN_IDLE_MS, () => {
      if (thread === this.ready) thread.prepare();
    });
  }

  private reasonOf(error: unknown, request: ConversionRequest): string {
    const { conversionTimeoutMs, conversionMemoryMb, timeoutMsOf } = this.options;
    const timeoutMs = timeoutMsOf?.(request) ?? conversionTimeoutMs;
    if (error instanceof ThreadTimeoutError) return `it took longer than ${timeoutMs} ms`;
    if (error instanceof ThreadSharingError)
      return `it took longer than ${this.options.sharedTimeMs} ms while others were waiting`;
    if (error instanceof ThreadMemoryError) return `it needs more than ${conversionMemoryMb} MiB of memory`;
    return (error as Error).message;
  }
}

/** Ended for memory that another conversion may have taken. */
function isUnclear(error: unknown): boolean {
  const cause = error instanceof ConversionFailedError ? error.cause : null;
  return cause instanceof ThreadMemoryError && !cause.isCertain;
}

/** The deadline of a document is that of its request. */
function withTimeLeft(request: ConversionRequest, elapsedMs: number): ConversionRequest {
  const { documents } = request;
  if (!documents) return request;
  return {
    ...request,
    documents: { ...documents, timeMs: readingTimeMs(conversionTimeMs(documents) - elapsedMs) },
  };
}

/** Leaves a processor to the host where there are many; more than four threads would wait for each other's memory. */
function defaultThreads(): number {
  const processors = availableParallelism();
  return processors === 1 ? 1 : Math.max(2, Math.min(4, processors - 1));
}
