import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { unlessAborted } from '../../concurrency/until-aborted.js';
import { ExtractionFailedError, InvalidRequestError, UnavailableError } from '../../model/errors.js';
import type { ScopeQuestion, ScopeVerdict } from '../../model/crawl/crawl-scope.js';
import type { JsonSchema } from '../../model/extraction/extraction.js';
import type {
  HealReport,
  HealRequest,
  LearnReport,
  LearnRequest,
} from '../../model/extractor/extractor-learning.js';
import type { ExtractorPage, ExtractorResult } from '../../model/extractor/extractor-run.js';
import type { Chunk } from '../../model/page/chunk.js';
import type { ChunkSource } from '../../model/page/chunk-source.js';
import type { ComparisonQuestion, TextComparison } from '../../model/text-comparison.js';
import type { ProblemPath } from '../../model/problems/validation-issue.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import {
  ExtractionCompute,
  type ExtractionTaskContext,
  type ExtractionProgress,
  type ExtractionState,
  type MergingResult,
  type MergingState,
  type PageWords,
  type WordsState,
} from '../../ports/extraction-compute.port.js';
import { ConversionQueue, type QueueTurn } from './threads/conversion-queue.js';
import { reviveError } from './error-description.js';
import type { ExtractionTask, ExtractionTaskReply, ExtractionTaskResult } from './extraction-worker.js';
import { MemoryLimiter } from './threads/memory-limiter.js';
import { heapMbOf, ThreadMemoryError, ThreadTimeoutError, WorkThread } from './threads/work-thread.js';
import { EXTRACTION_FILE } from './worker-file.js';

/** Bounds of the threads, those of conversions; `limits` of the module's options says what each means. */
export interface WorkerExtractionComputeOptions {
  readonly conversionTimeoutMs: number;
  readonly conversionMemoryMb: number;
  readonly maxQueuedConversions: number;
  /** Script of the threads; the built one of this package when absent. */
  readonly workerFile?: string;
}

/** A few milliseconds each: more at a time would only wait for each other's processor. */
const THREADS = 2;
/** Learning and healing take seconds: they have a thread of their own, so that no schema waits for them. */
const SLOW_THREADS = 1;
/** Grace period of an aborted task: most end by themselves, and a new thread costs 100 ms. */
const GRACE_MS = 200;
/** Schemas and patterns within the bounds take less than two, including a thread start on a busy machine. */
const SHORT_TIMEOUT_MS = 10_000;

interface ExtractionTaskRun {
  readonly turn: QueueTurn;
  readonly signal: AbortSignal | undefined;
  /** Another task may have been at fault when it was ended. */
  readonly isRetry?: boolean;
}

type ExtractionThread = WorkThread<ExtractionTask, ExtractionTaskReply>;

/**
 * Runs examinations in separate threads, so that no schema delays the conversion of pages. The first task
 * starts the first
 * thread. A thread that hangs is stopped at the timeout or when the caller leaves; until then one more thread is
 * reserved for
 * owners without one.
 */
@Injectable()
export class WorkerExtractionCompute extends ExtractionCompute implements OnApplicationShutdown {
  private readonly threads: readonly ExtractionThread[];
  private readonly queue: ConversionQueue<ExtractionThread>;
  private readonly slow: ConversionQueue<ExtractionThread>;
  private closedBy: UnavailableError | null = null;

  /** @param memory shared with all other thread pools, because it can only measure the growth of the whole process */
  constructor(
    private readonly options: WorkerExtractionComputeOptions,
    private readonly memory = new MemoryLimiter(options.conversionMemoryMb),
  ) {
    super();
    const { conversionTimeoutMs: timeoutMs, conversionMemoryMb, workerFile = EXTRACTION_FILE } = options;
    const bounds = { workerFile, timeoutMs, heapMb: heapMbOf(conversionMemoryMb) };
    const makeThread = () => new WorkThread<ExtractionTask, ExtractionTaskReply>(bounds);
    const threads: ExtractionThread[] = [];
    const queueOf = (length: number) => {
      const places = Array.from({ length }, makeThread);
      const guests = makeThread();
      threads.push(...places, guests);
      return new ConversionQueue({ places, guests, maxWaiting: options.maxQueuedConversions });
    };
    this.queue = queueOf(THREADS);
    this.slow = queueOf(SLOW_THREADS);
    this.threads = threads;
  }

  async checkSchema(
    schema: JsonSchema,
    path: readonly (string | number)[],
    context: ExtractionTaskContext = {},
  ): Promise<void> {
    try {
      await this.examine({ kind: 'schema', schema, path }, context);
    } catch (error) {
      throw tooCostly(error, path, 'compile');
    }
  }

  async extract(state: ExtractionState, context: ExtractionTaskContext = {}): Promise<ExtractionProgress> {
    return (await this.examine({ kind: 'extraction', state }, context)) as ExtractionProgress;
  }

  async mergeResults(
    state: MergingState,
    context: ExtractionTaskContext = {},
  ): Promise<ExtractionProgress<MergingResult>> {
    return (await this.examine({ kind: 'gathering', state }, context)) as ExtractionProgress<MergingResult>;
  }

  async say(state: WordsState, context: ExtractionTaskContext = {}): Promise<ExtractionProgress<PageWords>> {
    return (await this.examine({ kind: 'words', state }, context)) as ExtractionProgress<PageWords>;
  }

  async explain(question: ScopeQuestion, context: ExtractionTaskContext = {}): Promise<ScopeVerdict> {
    try {
      return (await this.examine({ kind: 'address', question }, context)) as ScopeVerdict;
    } catch (error) {
      throw tooCostly(error, ['patterns'], 'match');
    }
  }

  async compare(question: ComparisonQuestion, context: ExtractionTaskContext = {}): Promise<TextComparison> {
    return (await this.examine({ kind: 'comparison', question }, context)) as TextComparison;
  }

  async split(source: ChunkSource, context: ExtractionTaskContext = {}): Promise<readonly Chunk[]> {
    return (await this.examine({ kind: 'chunks', source }, context)) as readonly Chunk[];
  }

  async learnExtractor(request: LearnRequest, context: ExtractionTaskContext = {}): Promise<LearnReport> {
    return (await this.examine({ kind: 'learn-extractor', request }, context)) as LearnReport;
  }

  async runExtractor(
    program: string,
    page: ExtractorPage,
    context: ExtractionTaskContext = {},
  ): Promise<ExtractorResult> {
    return (await this.examine({ kind: 'run-extractor', program, page }, context)) as ExtractorResult;
  }

  async healExtractor(request: HealRequest, context: ExtractionTaskContext = {}): Promise<HealReport> {
    return (await this.examine({ kind: 'heal-extractor', request }, context)) as HealReport;
  }

  async onApplicationShutdown(): Promise<void> {
    this.closedBy = new UnavailableError('the application is shutting down');
    for (const queue of [this.queue, this.slow]) queue.close(this.closedBy);
    await Promise.all(this.threads.map((thread) => thread.stop()));
  }

  private async examine(
    task: ExtractionTask,
    { signal, owner = HOST_OWNER, priority = 'scrape' }: ExtractionTaskContext,
  ): Promise<ExtractionTaskResult> {
    const turn = { owner, priority };
    try {
      return await this.runOnce(task, { turn, signal });
    } catch (error) {
      if (!isUnclear(error)) throw error;
      return this.memory.retry(turn, signal, () => this.runOnce(task, { turn, signal, isRetry: true }));
    }
  }

  private async runOnce(task: ExtractionTask, run: ExtractionTaskRun): Promise<ExtractionTaskResult> {
    const { turn, signal } = run;
    const queue = this.queueOf(task);
    const thread = await queue.enter(turn, signal);
    // The thread may have been assigned in the same moment in which the signal was aborted.
    const refusal = this.closedBy ?? (signal?.aborted ? signal.reason : null);
    if (refusal !== null) {
      queue.leave(thread);
      throw refusal;
    }
    const work = this.runOn(thread, task, run);
    const reply = await unlessAborted(work, signal);
    if ('error' in reply) throw reviveError(reply.error, asFailure);
    return reply.found;
  }

  private async runOn(
    thread: ExtractionThread,
    task: ExtractionTask,
    { turn, signal, isRetry }: ExtractionTaskRun,
  ): Promise<ExtractionTaskReply> {
    const timeoutMs = this.timeoutMsOf(task);
    const queue = this.queueOf(task);
    thread.forget();
    const endWatch = this.memory.begin({
      owner: turn.owner,
      isRetry,
      memory: () => thread.memory,
      measure: () => thread.measure(),
      onTooMuch: (isCertain) => void thread.stop(new ThreadMemoryError(isCertain)),
    });
    const isPatient = () => !isShort(task) && !signal?.aborted;
    const leaveGrace = whenAborted(signal, () => void thread.stop());
    try {
      const reply = await thread.run(task, { timeoutMs, isPatient });
      endWatch();
      queue.leave(thread);
      return reply;
    } catch (cause) {
      // Frees the place once the thread and its memory are gone. Not awaited.
      void thread.stop().then(() => {
        endWatch();
        queue.leave(thread);
      });
      throw this.closedBy ?? new ExtractionFailedError(this.reasonOf(cause, timeoutMs), { cause });
    } finally {
      leaveGrace();
    }
  }

  private queueOf({ kind }: ExtractionTask): ConversionQueue<ExtractionThread> {
    return kind === 'learn-extractor' || kind === 'heal-extractor' ? this.slow : this.queue;
  }

  private timeoutMsOf(task: ExtractionTask): number {
    const { conversionTimeoutMs } = this.options;
    return isShort(task) ? Math.min(SHORT_TIMEOUT_MS, conversionTimeoutMs) : conversionTimeoutMs;
  }

  private reasonOf(error: unknown, timeoutMs: number): string {
    if (error instanceof ThreadTimeoutError) return `it took longer than ${timeoutMs} ms`;
    if (error instanceof ThreadMemoryError)
      return `it needs more than ${this.options.conversionMemoryMb} MiB of memory`;
    return (error as Error).message;
  }
}

/** Ended for memory that another task may have taken. */
function isUnclear(error: unknown): boolean {
  const cause = error instanceof ExtractionFailedError ? error.cause : null;
  return cause instanceof ThreadMemoryError && !cause.isCertain;
}

/** True for work bounded by the size of the request. */
function isShort({ kind }: ExtractionTask): boolean {
  return kind === 'schema' || kind === 'address';
}

/** Converts a thread failure caused by the caller's input to an error that calls the input too costly. */
function tooCostly(error: unknown, path: ProblemPath, doing: 'compile' | 'match'): unknown {
  if (!(error instanceof ExtractionFailedError)) return error;
  return InvalidRequestError.at(path, { code: 'too-costly', doing }, { cause: error });
}

/** Most likely a value or a schema too deep for the stack. */
function asFailure(message: string, options: ErrorOptions): ExtractionFailedError {
  return new ExtractionFailedError(message, options);
}

/** Calls back some time after the signal fires. @returns ends the watch */
function whenAborted(signal: AbortSignal | undefined, callBack: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const wait = () => (timer = setTimeout(callBack, GRACE_MS));
  signal?.addEventListener('abort', wait, { once: true });
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', wait);
  };
}
