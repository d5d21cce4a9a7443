import { threadSignals } from '../concurrency/thread-signals.js';
import type { ConversionStage } from '../model/page/page-timings.js';

/** Measures the stages of one conversion, which follow one another. */
export class StageClock {
  private readonly sums = { read: 0, choose: 0, write: 0 };
  private stage: ConversionStage = 'read';
  private since = performance.now();

  /** The stage that went on until now ends, this one begins. */
  enter(stage: ConversionStage): void {
    threadSignals().report();
    const now = performance.now();
    this.sums[this.stage] += now - this.since;
    this.stage = stage;
    this.since = now;
  }

  /** Milliseconds of each, until now. */
  read(): Readonly<Record<ConversionStage, number>> {
    this.enter(this.stage);
    return this.sums;
  }
}
