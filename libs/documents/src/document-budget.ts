import type { DocumentSettings } from './settings.js';
import { NO_SIGNALS, type ReadingSignals } from './reading-signals.js';

/** Resources limited per document. */
export type BudgetItem = 'pages' | 'inflatedBytes' | 'entries' | 'cells' | 'elements' | 'characters' | 'time';

/** Resources that can be exhausted: `sharedTime` is the time available while other conversions are queued. */
export type SpentItem = BudgetItem | 'sharedTime';

/** Archives with more files are not documents. */
const MAX_ENTRIES = 100_000;
/** Maximum number of markup elements read: a book of two thousand pages has about a million. */
const MAX_ELEMENTS = 6_000_000;
/** Maximum number of characters written: about five thousand pages. */
export const MAX_CHARACTERS = 10_000_000;
/** Units of work between two time checks: each item counts as one unit, plus one per 1,024 of its amount. */
const CLOCK_EVERY = 4_096;
const UNIT_SIZE = 1_024;

/** Share of the time elapsed before the hurry signal that is granted for writing the content read so far. */
const WRITING_SHARE = 0.5;
const MIN_WRITING_MS = 1_000;

const NAMES: Readonly<Record<SpentItem, string>> = {
  pages: 'pages',
  inflatedBytes: 'bytes once it is decompressed',
  entries: 'files in its archive',
  cells: 'cells',
  elements: 'elements',
  characters: 'characters',
  time: 'ms',
  sharedTime: 'ms of work, and others are waiting',
};

/**
 * A resource limit of the document is exceeded. Readers let the error pass; the content written so far is the result.
 */
export class BudgetSpentError extends Error {
  constructor(
    readonly item: SpentItem,
    readonly limit: number,
  ) {
    super(
      item === 'time'
        ? `reading it takes more than ${limit} ms. Allow a longer timeout, or request fewer pages`
        : `it has more than ${limit} ${NAMES[item]}`,
    );
  }
}

/** Tracks the resources used by one document. All readers of the document share one instance. */
export class DocumentBudget {
  private readonly left: Record<BudgetItem, number>;
  private readonly limits: Readonly<Record<BudgetItem, number>>;
  private readonly beganAt = performance.now();
  private endsAt: number;
  private hurriedMs: number | null = null;
  private untilClock = CLOCK_EVERY;

  constructor(
    { maxPages, maxInflatedBytes, maxCells, timeMs }: DocumentSettings,
    private readonly signals: ReadingSignals = NO_SIGNALS,
  ) {
    this.limits = {
      pages: maxPages,
      inflatedBytes: maxInflatedBytes,
      entries: MAX_ENTRIES,
      cells: maxCells,
      elements: MAX_ELEMENTS,
      characters: MAX_CHARACTERS,
      time: timeMs,
    };
    this.left = { ...this.limits };
    this.endsAt = this.beganAt + timeMs;
  }

  /** @throws BudgetSpentError if the amount exceeds the remaining budget or the time is up */
  spend(item: BudgetItem, amount = 1): void {
    if ((this.left[item] -= amount) < 0) throw new BudgetSpentError(item, this.limits[item]);
    this.work(1 + amount / UNIT_SIZE);
  }

  /**
   * Counts work that consumes no limited resource, such as a search. One unit takes about a microsecond.
   *
   * @throws BudgetSpentError if the time is up
   */
  work(units = 1): void {
    if ((this.untilClock -= units) <= 0) this.checkTime();
  }

  /** Rejects work known in advance to exceed a limit. @throws BudgetSpentError always */
  exceed(item: BudgetItem, limit: number): never {
    throw new BudgetSpentError(item, limit);
  }

  /** Remaining amount, at least 0. */
  remaining(item: Exclude<BudgetItem, 'time'>): number {
    return Math.max(0, this.left[item]);
  }

  /**
   * True if the document should stop reading because other conversions wait for the thread. Returns true only once, so
   * that the content read so far can be written.
   */
  isHurried(): boolean {
    if (this.hurriedMs !== null || !this.signals.isHurried) return false;
    const now = performance.now();
    this.hurriedMs = Math.round(now - this.beganAt);
    this.endsAt = Math.min(this.endsAt, now + Math.max(MIN_WRITING_MS, WRITING_SHARE * this.hurriedMs));
    return true;
  }

  /** Milliseconds since reading began. */
  get elapsedMs(): number {
    return Math.round(performance.now() - this.beganAt);
  }

  /** Checks the time during long work that spends nothing. @throws BudgetSpentError if the time is up */
  checkTime(): void {
    this.untilClock = CLOCK_EVERY;
    this.signals.report();
    if (this.isHurried()) throw new BudgetSpentError('sharedTime', this.hurriedMs!);
    if (performance.now() > this.endsAt) throw new BudgetSpentError('time', this.limits.time);
  }
}
