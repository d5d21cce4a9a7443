/** Maximum wall-clock time of patient work, as a multiple of its time limit. */
const MAX_WAIT_FACTOR = 3;

/** Interval for checking whether waiting work has used up its time. */
const LOOK_EVERY_MS = 500;
/** The first look comes after this share of the time at the latest. */
const BEGINNING = 0.1;

interface WorkDeadlineOptions {
  /** Time of the work in milliseconds; its clock starts at once. */
  readonly timeoutMs: number;
  /**
   * True if the work may continue although the machine gave this process too little processor time. Called when its
   * time is over.
   */
  readonly isPatient: () => boolean;
  readonly onOver: () => void;
  /** Milliseconds of processor that the process has had. */
  readonly processorMs?: () => number;
}

/**
 * Reports when a task in another thread has used up its time.
 *
 * Node 20 cannot measure the processor time of a thread. That of all threads of the process is an upper bound: while
 * it is below
 * the limit, other processes occupy the machine and the task is not at fault. If nothing computes at all, wall-clock
 * time decides.
 *
 * A measurement costs the system more than most conversions cost the host, so short tasks are not measured: their
 * first period
 * counts as computed in full.
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
