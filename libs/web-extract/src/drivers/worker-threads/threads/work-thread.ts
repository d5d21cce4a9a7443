import { Worker, type TransferListItem } from 'node:worker_threads';
import { heapBytes, SharedSignals, type ThreadMemory } from './shared-signals.js';
import { WorkDeadline } from './work-deadline.js';

interface WorkThreadOptions {
  /** Path of the script that the thread runs. */
  readonly workerFile: string;
  /** Starts when the thread is given work; its own start counts. */
  readonly timeoutMs: number;
  /** Heap in MiB at which V8 ends the thread, or the process: a last resort. */
  readonly heapMb: number;
  /** What the script is told at its start, beside {@link ThreadData}. */
  readonly workerData?: object;
}

/** What every script is told at its start. */
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

/** V8's own limit lies far above ours, for reaching it may end the process: see `MemoryWatch`. */
const MIN_HEAP_MB = 1024;
const HEAP_FACTOR = 3;

/** Heap of a thread whose work may take so much memory. */
export function heapMbOf(memoryMb: number): number {
  return Math.max(MIN_HEAP_MB, HEAP_FACTOR * memoryMb);
}

interface Pending<Reply> {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
}

interface RunOptions {
  readonly transfer?: readonly TransferListItem[];
  readonly timeoutMs?: number;
  /** Whether the work may wait for a processor beyond its time, see {@link WorkDeadline}. Absent: it may not. */
  readonly isPatient?: () => boolean;
}

/** Node 20 has no such method, and its types have none. */
type MeasurableWorker = Worker & {
  readonly getHeapStatistics?: () => Promise<Parameters<typeof heapBytes>[0]>;
};

const isNotPatient = () => false;

/** One thread that does one piece of work at a time. The first starts it; after one that broke it, the next does. */
export class WorkThread<Job, Reply> {
  private worker: Worker | null = null;
  private pending: Pending<Reply> | null = null;
  private ending: Promise<unknown> = Promise.resolve();
  private idle: NodeJS.Timeout | undefined;
  private signals = new SharedSignals();

  constructor(private readonly options: WorkThreadOptions) {}

  /** What the thread has of memory for its present work; null before it was measured. */
  get memory(): ThreadMemory | null {
    return this.signals.memory;
  }

  /** Forgets the figures of the work before. */
  forget(): void {
    this.signals.begin();
  }

  /** Measures the thread from outside, from Node 22.16 on; before, only the thread itself can tell. */
  measure(): void {
    const { worker, signals } = this;
    const measured = (worker as MeasurableWorker | null)?.getHeapStatistics?.();
    measured?.then(
      (figures) => signals.measured(heapBytes(figures)),
      () => {}, // the thread has ended
    );
  }

  /** Asks the work to end with what it has. */
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
   * Has one piece of work done.
   *
   * @param how what of the job becomes the thread's own; a time other than that of the thread; whether that is of the processor
   * @throws ThreadTimeoutError, ThreadDeathError; `stop` then tells when the thread is gone
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

  /** Ends the thread, whatever it does, and waits until it is gone. A run under way is rejected with `reason`. */
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
