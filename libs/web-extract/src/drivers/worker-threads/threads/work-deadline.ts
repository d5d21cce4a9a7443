/** How much longer than its time patient work may take, by the clock on the wall. */
const MAX_WAIT_FACTOR = 3;

/** How often it is looked whether work that waits has had its time meanwhile. */
const LOOK_EVERY_MS = 500;
/** The first look comes after this share of the time at the latest. */
const BEGINNING = 0.1;

interface WorkDeadlineOptions {
  /** Time of the work in milliseconds; its clock starts at once. */
  readonly timeoutMs: number;
  /** Whether the work may go on where the machine has not let this process compute for so long. Asked when its time is over. */
  readonly isPatient: () => boolean;
  readonly onOver: () => void;
  /** Milliseconds of processor that the process has had. */
  readonly processorMs?: () => number;
}

/**
 * Tells when a piece of work in another thread has had its time.
 *
 * Node 20 cannot say what processor a thread had. What all threads of the process had together is never less: as long as that is
 * less than the time, others have the machine, and it is no fault of the work. Where nothing computes at all the wall decides.
 *
 * To ask costs the system more than most conversions cost the host, so nothing is asked of work that ends soon: its beginning counts as
 * if all of it had been computed.
 */
export class WorkDeadline {
  private readonly startedMs = performance.now();
  private readonly processorMs: () => number;
  /** Processor that the process would have had at the start, had it computed all the beginning. */
  private processorAtStart = 0;
  private timer: NodeJS.Timeout;
  private immediate: NodeJS.Immediate | undefined;

  constructor(private readonly options: WorkDeadlineOptions) {
    const { timeoutMs, processorMs = processorOfProcess } = options;
    this.processorMs = processorMs;
    this.timer = setTimeout(() => this.count(), Math.min(LOOK_EVERY_MS, BEGINNING * timeoutMs));
  }

  end(): void {
    clearTimeout(this.timer);
    if (this.immediate) clearImmediate(this.immediate);
  }

  private count(): void {
    const beginningMs = performance.now() - this.startedMs;
    this.processorAtStart = this.processorMs() - beginningMs;
    this.timer = setTimeout(() => this.look(), Math.max(0, this.options.timeoutMs - beginningMs));
  }

  /** An answer may have come while the host's own loop was held up: it is read before the verdict. */
  private look(): void {
    this.immediate = setImmediate(() => {
      if (this.isOver()) this.options.onOver();
      else this.timer = setTimeout(() => this.look(), Math.min(LOOK_EVERY_MS, this.options.timeoutMs));
    });
  }

  private isOver(): boolean {
    const { timeoutMs, isPatient } = this.options;
    if (!isPatient()) return true;
    const computedMs = this.processorMs() - this.processorAtStart;
    return computedMs >= timeoutMs || performance.now() - this.startedMs >= MAX_WAIT_FACTOR * timeoutMs;
  }
}

function processorOfProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
