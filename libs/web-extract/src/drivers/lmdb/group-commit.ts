import { UnavailableError } from '../../model/errors.js';
import { Batch } from './batch.js';
import type { CrawlDatabase } from './crawl-database.js';

interface Step {
  /** Runs the step into a batch; it must change nothing else. */
  run(batch: Batch): void;
  /** The batch is written. */
  done(): void;
  fail(error: unknown): void;
}

/** After a failed commit nothing but what makes room or ends work is tried for so long. */
const PAUSE_MS = 1_000;

/**
 * Writes steps one commit after the other: those that come while a commit is under way are the next one. So each step reads
 * nothing but the truth, and a commit that fails takes back only its own steps.
 */
export class GroupCommit {
  private steps: Step[] = [];
  private isWriting = false;
  private pausedUntil = 0;
  private closing: Promise<void> | null = null;
  private onIdle: (() => void) | null = null;

  /** @param isFlushed each commit waits for the disk */
  constructor(
    private readonly database: CrawlDatabase,
    private readonly isFlushed: boolean,
  ) {}

  private checkWritable(): void {
    if (this.closing) throw new UnavailableError('the crawl store is closed');
    if (Date.now() < this.pausedUntil)
      throw new UnavailableError('the crawl store cannot be written, is the disk full?');
  }

  /** After a failed commit: tries one before anything new begins. */
  async whenWritable(): Promise<void> {
    this.checkWritable();
    if (this.pausedUntil === 0) return;
    const { about } = this.database;
    await this.submit((batch) => batch.put(about, 'probe', Date.now()));
  }

  /**
   * Runs a step and resolves with its value when it is in the store.
   *
   * @param isUrgent it makes room or ends work: tried even when the last commit failed
   * @throws UnavailableError when it could not be written; nothing of it is done then
   */
  submit<T>(step: (batch: Batch) => T, isUrgent = false): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (!isUrgent || this.closing) this.checkWritable();
      let value: T;
      this.steps.push({
        run: (batch) => void (value = step(batch)),
        done: () => resolve(value),
        fail: reject,
      });
      if (!this.isWriting) void this.writeAll();
    });
  }

  /** Writes what was submitted, refuses what comes. */
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

  private async writeOnce(steps: Step[]): Promise<void> {
    const { batch, good } = runSteps(steps);
    try {
      await batch.write(this.database);
      if (this.isFlushed) await this.database.root.flushed;
    } catch (error) {
      this.pausedUntil = Date.now() + PAUSE_MS;
      const failure = await asUnavailable(error);
      for (const step of good) step.fail(failure);
      return;
    }
    this.pausedUntil = 0;
    batch.apply();
    for (const step of good) step.done();
  }
}

/** A step that throws must leave nothing behind: the others start anew without it. */
function runSteps(steps: readonly Step[]): { batch: Batch; good: readonly Step[] } {
  let good = steps;
  for (;;) {
    const batch = new Batch();
    const bad = good.find((step) => !runs(step, batch));
    if (!bad) return { batch, good };
    good = good.filter((step) => step !== bad);
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

/** LMDB gives the reason by a promise of its own. */
async function asUnavailable(error: unknown): Promise<UnavailableError> {
  const reason = (error as { commitError?: Promise<never> }).commitError;
  const cause = await Promise.resolve(reason).then(
    () => error,
    (why: unknown) => why,
  );
  return new UnavailableError('the crawl store cannot be written, is the disk full?', 5, { cause });
}
