import { WebExtractError } from '../../model/errors.js';
import type { PageEndedEvent, PageStartedEvent, RunFacts, StageEvent } from '../../model/events.js';
import type { ConversionStage, PageStage, PageTimings } from '../../model/page/page-timings.js';

/** Events of a run. */
export type RunEvent = PageStartedEvent | StageEvent | PageEndedEvent;

/** Outcome of a run. */
export type RunEnd = Pick<PageEndedEvent, 'outcome'> &
  Partial<Pick<PageEndedEvent, 'statusCode' | 'errorCode'>>;

interface OpenStage {
  readonly stage: PageStage;
  readonly startedAt: number;
}

/** Measures the stages of one page's pipeline and emits its events to a listener, if there is one. */
export class PageRun {
  private readonly startedAt = performance.now();
  private readonly sums = new Map<PageStage, number>();
  private readonly open = new Set<OpenStage>();
  private bytes = 0;
  private isOver = false;

  /**
   * @param report null if there is no listener
   * @param run number of the run within the process
   * @param leastStageMs shortest stage to report in milliseconds; above 0 only such stages and failures are reported
   */
  constructor(
    readonly facts: RunFacts = NOBODYS,
    private readonly report: ((event: RunEvent) => void) | null = null,
    private readonly run = 0,
    private readonly leastStageMs: () => number = () => 0,
  ) {
    if (report && this.isDetailed) report({ type: 'page-started', ...facts, run, at: epoch(this.startedAt) });
  }

  private get isDetailed(): boolean {
    return this.leastStageMs() === 0;
  }

  /** Measures a stage. Passes on its result or error unchanged. */
  async measure<T>(stage: PageStage, work: () => Promise<T>): Promise<T> {
    const entry = { stage, startedAt: performance.now() };
    this.open.add(entry);
    try {
      const result = await work();
      this.close(entry, null);
      return result;
    } catch (error) {
      this.close(entry, codeOf(error));
      throw error;
    }
  }

  /** Reports the parts of a stage that has just ended, with durations measured where they ran. */
  took(parts: Readonly<Record<ConversionStage, number>> | undefined): void {
    if (!parts || this.isOver) return;
    let at = performance.now() - (parts.read + parts.choose + parts.write);
    for (const stage of ['read', 'choose', 'write'] as const) {
      this.note(stage, at, parts[stage], null);
      at += parts[stage];
    }
  }

  received(bytes: number): void {
    this.bytes = bytes;
  }

  /** Returns the timings so far. */
  timings(): PageTimings {
    const stages = [...this.sums].map(([stage, ms]) => [stage, rounded(ms)] as const);
    const total = rounded(performance.now() - this.startedAt);
    return { ...(Object.fromEntries(stages) as Partial<PageTimings>), total, bytes: this.bytes };
  }

  /** Ends the run. No events are emitted afterwards, even if an aborted stage is still running. */
  end({ outcome, statusCode = null, errorCode = null }: RunEnd): void {
    if (this.isOver) return;
    for (const entry of this.open) this.close(entry, errorCode ?? ABORTED);
    this.isOver = true;
    const { facts, run } = this;
    if (!this.report || (outcome !== 'failed' && !this.isDetailed)) return;
    const timings = Object.freeze(this.timings());
    const at = epoch(performance.now());
    this.report({ type: 'page-ended', ...facts, run, at, outcome, statusCode, errorCode, timings });
  }

  fail(error: unknown): void {
    this.end({ outcome: 'failed', errorCode: codeOf(error) });
  }

  private close(entry: OpenStage, errorCode: string | null): void {
    if (!this.open.delete(entry) || this.isOver) return;
    this.note(entry.stage, entry.startedAt, performance.now() - entry.startedAt, errorCode);
  }

  private note(stage: PageStage, startedAt: number, ms: number, errorCode: string | null): void {
    this.sums.set(stage, (this.sums.get(stage) ?? 0) + ms);
    if (!this.report || ms < this.leastStageMs()) return;
    this.report({
      type: 'stage',
      ...this.facts,
      run: this.run,
      stage,
      at: epoch(startedAt),
      ms,
      errorCode,
    });
  }
}

const NOBODYS: RunFacts = { kind: 'scrape', url: '', owner: '', crawlId: null, trace: null };

/** Error code of a stage that was aborted. */
const ABORTED = 'ABORTED';

const epoch = (performanceMs: number): number => performance.timeOrigin + performanceMs;

/** Rounds to a hundredth of a millisecond; smaller differences are noise. */
const rounded = (ms: number): number => Math.round(ms * 100) / 100;

/** Returns only codes of this package: they are few and contain no private data. */
function codeOf(error: unknown): string {
  if (error instanceof WebExtractError) return error.code;
  return (error as Error | undefined)?.name === 'AbortError' ? ABORTED : 'UNKNOWN_ERROR';
}
