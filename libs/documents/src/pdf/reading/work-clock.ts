/** Querying the CPU time costs as much as a small page, so a value up to this old, in milliseconds, is reused. */
const FRESH_MS = 250;

/** Measures the CPU time of consecutive pages; time without work on a busy machine does not count. */
export class WorkClock {
  private begunAt = -Infinity;
  private askedAt = -Infinity;
  private answer = { user: 0, system: 0 };

  /** Starts a page. */
  begin(): void {
    this.begunAt = performance.now();
    if (this.begunAt - this.askedAt < FRESH_MS) return;
    this.askedAt = this.begunAt;
    this.answer = process.cpuUsage();
  }

  /** True if the page has used at least about this much CPU time. */
  isPast(ms: number): boolean {
    if (performance.now() - this.begunAt <= ms) return false;
    const { user, system } = process.cpuUsage(this.answer);
    return (user + system) / 1000 > ms;
  }
}

/** Aborts the work on a page. */
class WorkOverError extends Error {}

let isOver: (() => boolean) | null = null;

/**
 * Runs the pdf.js work for one page so that it can be aborted even if it never yields: forms and patterns that refer to
 * each other endlessly are a single step, which blocks the thread.
 *
 * @param over returns true if the time of the page is up; checked whenever pdf.js reads the time, see {@link
 * tellingWhenOver}
 */
export async function endingWhen<Result>(over: () => boolean, work: () => Promise<Result>): Promise<Result> {
  isOver = over;
  try {
    return await work();
  } finally {
    isOver = null;
  }
}

/** Clock for pdf.js, which reads it at the beginning of each operator list and after every hundred operators. */
export function tellingWhenOver(now: () => number): () => number {
  return () => {
    if (isOver?.()) throw new WorkOverError();
    return now();
  };
}
