import { threadSignals } from '../concurrency/thread-signals.js';
import type { ConversionStage } from '../model/page/page-timings.js';

/** Measures the consecutive stages of one conversion. */
export class StageClock {
  private readonly sums = { read: 0, choose: 0, write: 0 };
  private stage: ConversionStage = 'read';
  private since = performance.now();

  /** Ends the current stage and begins another. */
  enter(stage: ConversionStage): void {
    threadSignals().report();
    const now = performance.now();
    this.sums[this.stage] += now - this.since;
    this.stage = stage;
    this.since = now;
  }

  /** Returns the milliseconds of each stage so far. */
  read(): Readonly<Record<ConversionStage, number>> {
    this.enter(this.stage);
    return this.sums;
  }
}
