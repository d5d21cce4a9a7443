import { WebExtractError } from '../../model/errors.js';
import type { PageEndedEvent, PageStartedEvent, RunFacts, StageEvent } from '../../model/events.js';
import type { ConversionStage, PageStage, PageTimings } from '../../model/page/page-timings.js';

/** What a run tells of. */
export type RunEvent = PageStartedEvent | StageEvent | PageEndedEvent;

/** How a run ended. */
export type RunEnd = Pick<PageEndedEvent, 'outcome'> &
  Partial<Pick<PageEndedEvent, 'statusCode' | 'errorCode'>>;

interface OpenStage {
  readonly stage: PageStage;
  readonly startedAt: number;
}

/** The pipeline of one page on a clock: each stage is measured, and told of where somebody listens. */
export class PageRun {
  private readonly startedAt = performance.now();
  private readonly sums = new Map<PageStage, number>();
  private readonly open = new Set<OpenStage>();
  private bytes = 0;
  private isOver = false;

  /**
   * @param report null where nobody listens
   * @param run its number among those of the process
   */
  constructor(
    private readonly facts: RunFacts = NOBODYS,
    private readonly report: ((event: RunEvent) => void) | null = null,
    private readonly run = 0,
  ) {
    report?.({ type: 'page-started', ...facts, run, at: epoch(this.startedAt) });
  }

  /** Does the work of a stage. Its result and its error are passed on untouched. */
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

  /** Parts of a stage that ended now, measured where they took place. */
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

  /** Until now. */
  timings(): PageTimings {
    const stages = [...this.sums].map(([stage, ms]) => [stage, rounded(ms)] as const);
    const total = rounded(performance.now() - this.startedAt);
    return { ...(Object.fromEntries(stages) as Partial<PageTimings>), total, bytes: this.bytes };
  }

  /** Nothing is told after this: a stage that was cut off may go on for a moment. */
  end({ outcome, statusCode = null, errorCode = null }: RunEnd): void {
    if (this.isOver) return;
    for (const entry of this.open) this.close(entry, errorCode ?? ABORTED);
    this.isOver = true;
    const { facts, run } = this;
    if (!this.report) return;
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
    this.report?.({
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

/** Of what nobody waited for any more. */
const ABORTED = 'ABORTED';

const epoch = (performanceMs: number): number => performance.timeOrigin + performanceMs;

/** To a hundredth of a millisecond: more would be noise. */
const rounded = (ms: number): number => Math.round(ms * 100) / 100;

/** Our codes are few, and say nothing of anybody. */
function codeOf(error: unknown): string {
  if (error instanceof WebExtractError) return error.code;
  return (error as Error | undefined)?.name === 'AbortError' ? ABORTED : 'UNKNOWN_ERROR';
}
