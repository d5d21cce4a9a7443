import { Worker } from 'node:worker_threads';
import type { ConversionRequest } from '../../model/conversion.js';
import type { ConversionReply } from './worker.js';

export interface ConversionThreadOptions {
  /** Path of the script that the thread runs. */
  readonly workerFile: string;
  /** Starts when the thread is given a conversion; its own start counts. */
  readonly timeoutMs: number;
  /** Heap in MiB at which V8 ends the thread, or the process: a last resort. */
  readonly heapMb: number;
}

/** The conversion ran out of its time. */
export class ThreadTimeoutError extends Error {}

/** The conversion took more memory than it may. */
export class ThreadMemoryError extends Error {}

/** The thread ended before it answered: out of memory, or a fault of its own. */
export class ThreadDeathError extends Error {}

interface Pending {
  readonly resolve: (reply: ConversionReply) => void;
  readonly reject: (error: Error) => void;
}

/** One thread that converts one page at a time. Its first page starts it; after a page that broke it, the next does. */
export class ConversionThread {
  private worker: Worker | null = null;
  private pending: Pending | null = null;
  private ending: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: ConversionThreadOptions) {}

  /** Starts the thread, so that its first page need not wait for it. */
  prepare(): void {
    this.worker ??= this.start();
    this.worker.unref();
  }

  /**
   * Converts one page. The caller keeps its bytes.
   *
   * @throws ThreadTimeoutError, ThreadDeathError; `stop` then tells when the thread is gone
   */
  async run(request: ConversionRequest): Promise<ConversionReply> {
    const worker = (this.worker ??= this.start());
    const timer = setTimeout(() => this.lose(worker, new ThreadTimeoutError()), this.options.timeoutMs);
    try {
      return await this.ask(worker, request);
    } finally {
      clearTimeout(timer);
      if (worker === this.worker) worker.unref(); // one that is ending must be waited for
    }
  }

  /** Ends the thread, whatever it does, and waits until it is gone. A run under way is rejected with `reason`. */
  async stop(reason: Error = new ThreadDeathError('the thread was stopped')): Promise<void> {
    if (this.worker) this.lose(this.worker, reason);
    await this.ending;
  }

  private ask(worker: Worker, request: ConversionRequest): Promise<ConversionReply> {
    return new Promise((resolve, reject) => {
      this.pending = { resolve, reject };
      const body = Uint8Array.prototype.slice.call(request.body);
      worker.ref();
      worker.postMessage({ ...request, body }, [body.buffer]);
    });
  }

  private start(): Worker {
    const worker = new Worker(this.options.workerFile, {
      name: 'web-extract',
      // Flags and environment of the host are no business of a thread that reads foreign pages, and could break it.
      argv: [],
      execArgv: [],
      env: {},
      // V8's own young generation: half of it costs 0.7 ms more of the collector's threads a page
      resourceLimits: { maxOldGenerationSizeMb: this.options.heapMb },
    });
    worker.on('message', (reply: ConversionReply) => this.pending?.resolve(reply));
    worker.on('messageerror', (cause) => this.lose(worker, new ThreadDeathError(cause.message, { cause })));
    worker.on('error', (cause) => this.lose(worker, new ThreadDeathError(cause.message, { cause })));
    worker.on('exit', (code) =>
      this.lose(worker, new ThreadDeathError(`the thread ended with code ${code}`)),
    );
    return worker;
  }

  private lose(worker: Worker, error: Error): void {
    if (this.worker !== worker) return;
    this.worker = null;
    this.ending = worker.terminate();
    this.pending?.reject(error);
  }
}
