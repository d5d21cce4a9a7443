/** How much longer than its time patient work may take, by the clock on the wall. */
const MAX_WAIT_FACTOR = 3;

/** How often it is looked whether work that waits has had its time meanwhile. */
const LOOK_EVERY_MS = 500;

export interface WorkDeadlineOptions {
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
 */
export class WorkDeadline {
  private readonly startedMs = performance.now();
  private readonly processorAtStart: number;
  private readonly processorMs: () => number;
  private timer: NodeJS.Timeout;
  private immediate: NodeJS.Immediate | undefined;

  constructor(private readonly options: WorkDeadlineOptions) {
    this.processorMs = options.processorMs ?? processorOfProcess;
    this.processorAtStart = this.processorMs();
    this.timer = setTimeout(() => this.look(), options.timeoutMs);
  }

  end(): void {
    clearTimeout(this.timer);
    if (this.immediate) clearImmediate(this.immediate);
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
