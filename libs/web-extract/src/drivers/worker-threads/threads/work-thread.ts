import { Worker, type TransferListItem } from 'node:worker_threads';
import { heapBytes, SharedSignals, type ThreadMemory } from './shared-signals.js';
import { WorkDeadline } from './work-deadline.js';

export interface WorkThreadOptions {
  /** Path of the script that the thread runs. */
  readonly workerFile: string;
  /** Starts when the thread is given work; its own start counts. */
  readonly timeoutMs: number;
  /** Heap limit of V8 in MiB, which ends the thread or the process: a last resort. */
  readonly heapMb: number;
  /** Initial data of the script in addition to {@link ThreadData}. */
  readonly workerData?: object;
}

/** Initial data of every script. */
export interface ThreadData {
  /** The memory of {@link SharedSignals}. */
  readonly signals: SharedArrayBuffer;
}

/** The work ran out of its time. */
export class ThreadTimeoutError extends Error {}

/** The work took more time than it may while others wait. */
export class ThreadSharingError extends Error {}

/** The work took more memory than it may. */
export class ThreadMemoryError extends Error {
  /** @param isCertain false where another task may have taken it */
  constructor(readonly isCertain = true) {
    super();
  }
}

/** The thread ended before it answered: out of memory, or a fault of its own. */
class ThreadDeathError extends Error {}

/** V8's own limit lies far above ours, for reaching it may end the process: see `MemoryLimiter`. */
const MIN_HEAP_MB = 1024;
const HEAP_FACTOR = 3;

/** Heap limit of a thread whose task may use this much memory. */
export function heapMbOf(memoryMb: number): number {
  return Math.max(MIN_HEAP_MB, HEAP_FACTOR * memoryMb);
}

interface Pending<Reply> {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
}

export interface RunOptions {
  readonly transfer?: readonly TransferListItem[];
  readonly timeoutMs?: number;
  /** True if the work may wait for a processor beyond its time, see {@link WorkDeadline}. Absent: it may not. */
  readonly isPatient?: () => boolean;
}

/** Node 20 has no such method, and its types have none. */
type MeasurableWorker = Worker & {
  readonly getHeapStatistics?: () => Promise<Parameters<typeof heapBytes>[0]>;
};

const isNotPatient = () => false;

/** A thread that runs one task at a time. Started by the first task, and by the next task after a failure. */
export class WorkThread<Job, Reply> {
  private worker: Worker | null = null;
  private pending: Pending<Reply> | null = null;
  private ending: Promise<unknown> = Promise.resolve();
  private idle: NodeJS.Timeout | undefined;
  private signals = new SharedSignals();

  constructor(private readonly options: WorkThreadOptions) {}

  /** Memory used by the current task; null before the first measurement. */
  get memory(): ThreadMemory | null {
    return this.signals.memory;
  }

  /** Forgets the figures of the work before. */
  forget(): void {
    this.signals.begin();
  }

  /** Measures the thread from outside, from Node 22.16 on; earlier versions depend on the thread's own figures. */
  measure(): void {
    const { worker, signals } = this;
    const measured = (worker as MeasurableWorker | null)?.getHeapStatistics?.();
    measured?.then(
      (figures) => signals.measured(heapBytes(figures)),
      () => {}, // the thread has ended
    );
  }

  /** Signals the task to finish with partial results. */
  hurry(): void {
    this.signals.hurry();
  }

  /** Starts the thread, so that its first work need not wait for it. */
  prepare(): void {
    if (this.worker) return;
    this.worker = this.start();
    this.worker.unref();
  }

  /**
   * Runs one task.
   *
   * @param how transferred parts of the job, a time limit other than the thread's, and whether it means processor
   * time
   * @throws ThreadTimeoutError, ThreadDeathError; `stop` then resolves when the thread has exited
   */
  async run(
    job: Job,
    { transfer = [], timeoutMs = this.options.timeoutMs, isPatient = isNotPatient }: RunOptions = {},
  ): Promise<Reply> {
    clearTimeout(this.idle);
    const worker = (this.worker ??= this.start());
    const onOver = () => this.lose(worker, new ThreadTimeoutError());
    const deadline = new WorkDeadline({ timeoutMs, isPatient, onOver });
    try {
      return await this.ask(worker, job, transfer);
    } finally {
      deadline.end();
      if (worker === this.worker) worker.unref(); // one that is ending must be waited for
    }
  }

  /** Ends the thread if it is given nothing to do for so long. */
  stopWhenIdle(idleMs: number, onGone: () => void): void {
    clearTimeout(this.idle);
    this.idle = setTimeout(() => void this.stop().then(onGone), idleMs).unref();
  }

  /** Terminates the thread and waits for its exit. A running task is rejected with `reason`. */
  async stop(reason: Error = new ThreadDeathError('the thread was stopped')): Promise<void> {
    if (this.worker) this.lose(this.worker, reason);
    await this.ending;
  }

  private ask(worker: Worker, job: Job, transfer: readonly TransferListItem[]): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.pending = { resolve, reject };
      worker.ref();
      worker.postMessage(job, transfer);
    });
  }

  private start(): Worker {
    this.signals = new SharedSignals();
    const threadData: ThreadData = { signals: this.signals.buffer };
    const worker = new Worker(this.options.workerFile, {
      name: 'web-extract',
      // Flags and environment of the host are no business of a thread that reads foreign pages, and could break it.
      argv: [],
      execArgv: [],
      env: {},
      workerData: { ...this.options.workerData, ...threadData },
      // V8's own young generation: half of it costs 0.7 ms more of the collector's threads a page
      resourceLimits: { maxOldGenerationSizeMb: this.options.heapMb },
    });
    worker.on('message', (reply: Reply) => this.pending?.resolve(reply));
    worker.on('messageerror', (cause) => this.lose(worker, new ThreadDeathError(cause.message, { cause })));
    worker.on('error', (cause) => this.lose(worker, new ThreadDeathError(cause.message, { cause })));
    worker.on('exit', (code) =>
      this.lose(worker, new ThreadDeathError(`the thread ended with code ${code}`)),
    );
    return worker;
  }

  private lose(worker: Worker, error: Error): void {
    if (this.worker !== worker) return;
    clearTimeout(this.idle);
    this.worker = null;
    this.ending = worker.terminate();
    this.pending?.reject(error);
  }
}
