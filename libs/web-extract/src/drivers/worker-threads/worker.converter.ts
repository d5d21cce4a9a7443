import { availableParallelism } from 'node:os';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { unlessAborted } from '../../concurrency/until-aborted.js';
import { joinInSteps } from '../../model/join-in-steps.js';
import type { Conversion, ConversionRequest } from '../../model/page/conversion.js';
import { ConversionFailedError, UnavailableError } from '../../model/errors.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import { Converter, type ConversionTurn } from '../../ports/converter.port.js';
import { ConversionQueue, type QueueTurn } from './threads/conversion-queue.js';
import { conversionTimeMs, readingTimeMs } from '../../documents/document-settings.js';
import { reviveError } from './error-description.js';
import { MemoryWatch } from './threads/memory-watch.js';
import { shareTime } from './threads/shared-time.js';
import {
  heapMbOf,
  ThreadMemoryError,
  ThreadSharingError,
  ThreadTimeoutError,
  WorkThread,
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
  /** Address of a module with rules of the host, see {@link loadRules}. */
  readonly markdownRules?: string | undefined;
  /** Script of the threads; the built worker of this package when absent. */
  readonly workerFile?: string;
}

const MIB = 1024 * 1024;

/** A larger page may need a hundred times its size: those are converted one after the other, whatever threads are free. */
const LARGE_BYTES = MIB;

type ConversionThread = WorkThread<ConversionRequest, ConversionReply>;

/** A thread that works on a page, and the turn of large pages if it is one. */
interface Place {
  readonly thread: ConversionThread;
  readonly largeTurn: LargeTurn | null;
}

/** Large pages are converted one after the other; one of another owner beside that, which nobody need wait for. */
type LargeTurn = 'turn' | "another owner's";

/** How a conversion is run. */
interface Run {
  readonly turn: QueueTurn;
  /** Another conversion may have been at fault when it was ended. */
  readonly isRetry?: boolean;
}

interface WaitedRun extends Run {
  /** Whether anything still waits for the page, should the machine be slow. */
  readonly isPatient: () => boolean;
}

/** Of the time while others wait, for reading: what was read becomes markdown in the rest. */
const READING_SHARE = 0.6;

/** A thread that needed this much is replaced: V8 would keep the memory, and a new thread costs 50 ms. */
const RETIREMENT_MB = 128;
/** Ordinary pages leave 50 MiB, most of it room for young objects; V8 collects what larger ones left only when others come. */
const KEPT_HEAP_MB = 64;
/** A thread with a larger heap ends after so long without work. */
const SWOLLEN_IDLE_MS = 2_000;

/**
 * Converts pages in worker threads. The first thread starts with the application, pages at the same time start more; they stay
 * for the next ones. On a single processor a spare one takes over when a page holds up the others: two at work all the time
 * would each compile the same code, and push the other's memory out. A further one is kept for owners of whose pages none is
 * being converted while others' hold up theirs; it starts when that happens first.
 *
 * Nothing is converted on the host's own thread, however small: what a few kilobytes may cost cannot be known before.
 */
@Injectable()
export class WorkerConverter extends Converter implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly threads: readonly ConversionThread[];
  private readonly queue: ConversionQueue<ConversionThread>;
  private readonly large: ConversionQueue<LargeTurn>;
  /** The thread that is there before it is needed. */
  private ready: ConversionThread | null = null;
  private closedBy: UnavailableError | null = null;

  /** @param memory shared with whatever else watches threads: it can only see the whole process grow */
  constructor(
    private readonly options: WorkerConverterOptions,
    private readonly memory = new MemoryWatch(options.conversionMemoryMb),
  ) {
    super();
    const { conversionThreads, conversionTimeoutMs, conversionMemoryMb, workerFile = WORKER_FILE } = options;
    const heapMb = heapMbOf(conversionMemoryMb);
    const workerData: ConversionThreadData = { markdownRules: options.markdownRules };
    const bounds = { workerFile, timeoutMs: conversionTimeoutMs, heapMb, workerData };
    const makeThread = () => new WorkThread<ConversionRequest, ConversionReply>(bounds);
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
    // The wait for the place may have ended in the same moment as the wish for it.
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
      const body = await joinInSteps([request.body]); // the caller keeps its own
      if (this.closedBy) throw this.closedBy;
      const reply = await thread.run(
        { ...request, body },
        {
          transfer: [body.buffer],
          isPatient,
          ...(timeoutMsOf ? { timeoutMs: timeoutMsOf(request) } : {}),
        },
      );
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

  /** Watches what a conversion takes from others. @returns ends that, and tells the memory in MiB */
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

  /** Gives the place on once the thread and its memory are gone; nobody need wait for that. */
  private replace(place: Place, onGone?: () => void): void {
    void place.thread.stop().then(() => {
      onGone?.();
      this.leave(place);
    });
  }

  /** The memory of a thread that is given nothing to do goes back to the system. The one that was ready is made anew. */
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
