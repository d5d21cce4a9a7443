import { UnavailableError } from '../../../model/errors.js';
import { Batch } from './batch.js';
import type { CrawlDatabase } from './crawl-database.js';

interface StepOptions {
  /** It makes room or ends work: tried even when the last write failed. */
  readonly isUrgent?: boolean;
  /** Wait for the disk. */
  readonly isFlushed?: boolean;
}

interface Step extends StepOptions {
  /** Runs the step into a batch; it must change nothing else. */
  run(batch: Batch): void;
  /** The batch is written. */
  done(): void;
  fail(error: unknown): void;
}

/**
 * Writes steps one batch after the other: those that come while a batch is being written are the next one. So each step reads
 * nothing but the truth, and a write that fails takes back only its own steps.
 */
export class GroupCommit {
  private steps: Step[] = [];
  private isWriting = false;
  private closing: Promise<void> | null = null;
  private onIdle: (() => void) | null = null;

  /** @param flushesAll every batch waits for the disk */
  constructor(
    private readonly database: CrawlDatabase,
    private readonly flushesAll: boolean,
  ) {}

  /** @throws UnavailableError when the store is closed */
  checkOpen(): void {
    if (this.closing) throw new UnavailableError('the crawl store is closed');
  }

  /** @throws UnavailableError when the store is closed, or while it cannot be written */
  checkWritable(): void {
    this.checkOpen();
    if (this.database.writes.isFailing)
      throw new UnavailableError('the crawl store cannot be written, is the disk full?', 5);
  }

  /**
   * Runs a step and resolves with its value when it is written.
   * @throws UnavailableError when it could not be written; nothing of it is done then
   */
  submit<T>(step: (batch: Batch) => T, options: StepOptions = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (options.isUrgent) this.checkOpen();
      else this.checkWritable();
      let value: T;
      this.steps.push({
        ...options,
        run: (batch) => void (value = step(batch)),
        done: () => resolve(value),
        fail: reject,
      });
      if (!this.isWriting) void this.writeAll();
    });
  }

  /** Completes submitted writes and rejects later ones. */
  close(): Promise<void> {
    this.closing ??= this.isWriting ? new Promise((resolve) => (this.onIdle = resolve)) : Promise.resolve();
    return this.closing;
  }

  private async writeAll(): Promise<void> {
    this.isWriting = true;
    while (this.steps.length > 0) {
      const steps = this.steps;
      this.steps = [];
      await this.writeOnce(steps);
    }
    this.isWriting = false;
    this.onIdle?.();
  }

  private async writeOnce(steps: readonly Step[]): Promise<void> {
    const { batch, good } = this.runSteps(steps);
    const isFlushed = this.flushesAll || good.some((step) => step.isFlushed);
    const writes = batch.toWrites();
    try {
      if (writes.length > 0) await this.database.writes.write(writes, isFlushed);
    } catch (error) {
      for (const step of good) step.fail(error);
      return;
    }
    batch.apply();
    for (const step of good) step.done();
  }

  /** A step that throws must not leave changes: the other steps are restarted without it. */
  private runSteps(steps: readonly Step[]): { batch: Batch; good: readonly Step[] } {
    let good = steps;
    for (;;) {
      const batch = new Batch(this.database);
      const bad = good.find((step) => !runs(step, batch));
      if (!bad) return { batch, good };
      good = good.filter((step) => step !== bad);
    }
  }
}

function runs(step: Step, batch: Batch): boolean {
  try {
    step.run(batch);
    return true;
  } catch (error) {
    step.fail(error);
    return false;
  }
}
