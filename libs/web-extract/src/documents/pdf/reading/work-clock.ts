/** To ask the system for the time of work costs as much as a small page; an answer of so many milliseconds ago does too. */
const FRESH_MS = 250;

/** Measures the work on one page after the other: time that passes without any, on a busy machine, does not count. */
export class WorkClock {
  private begunAt = -Infinity;
  private askedAt = -Infinity;
  private answer = { user: 0, system: 0 };

  /** Begins a page. */
  begin(): void {
    this.begunAt = performance.now();
    if (this.begunAt - this.askedAt < FRESH_MS) return;
    this.askedAt = this.begunAt;
    this.answer = process.cpuUsage();
  }

  /** Whether the page has taken more work than that, or little less. */
  isPast(ms: number): boolean {
    if (performance.now() - this.begunAt <= ms) return false;
    const { user, system } = process.cpuUsage(this.answer);
    return (user + system) / 1000 > ms;
  }
}

/** The work that is not to go on. */
class WorkOverError extends Error {}

let isOver: (() => boolean) | null = null;

/**
 * Runs what pdf.js does for one page, so that it ends even where it never hands over anything: forms and patterns that show each
 * other without end are all one step to it, during which nobody else comes to run in its thread.
 *
 * @param over whether the time of the page is over, which is asked whenever pdf.js looks at the time: see {@link tellingWhenOver}
 */
export async function endingWhen<Result>(over: () => boolean, work: () => Promise<Result>): Promise<Result> {
  isOver = over;
  try {
    return await work();
  } finally {
    isOver = null;
  }
}

/** What pdf.js looks at the time with: at the begin of each list of operators, and every hundred of them. */
export function tellingWhenOver(now: () => number): () => number {
  return () => {
    if (isOver?.()) throw new WorkOverError();
    return now();
  };
}
