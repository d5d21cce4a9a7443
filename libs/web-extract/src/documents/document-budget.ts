import type { DocumentSettings } from '../model/page/document.js';
import { threadSignals } from '../concurrency/thread-signals.js';

/** What a document may be large in. */
export type BudgetItem = 'pages' | 'inflatedBytes' | 'entries' | 'cells' | 'elements' | 'characters' | 'time';

/** What may be spent: `sharedTime` is the time that a document has while others wait. */
export type SpentItem = BudgetItem | 'sharedTime';

/** An archive of more files is no document. */
const MAX_ENTRIES = 100_000;
/** Elements of markup read: a book of two thousand pages has about a million. */
const MAX_ELEMENTS = 6_000_000;
/** Letters written: about five thousand pages. */
export const MAX_CHARACTERS = 10_000_000;
/** Units of work between two looks at the clock: a thing spent is one, and so is each kilobyte of it. */
const CLOCK_EVERY = 4_096;
const UNIT_SIZE = 1_024;

/** Of the time until the reading was hurried: for writing what was read. */
const WRITING_SHARE = 0.5;
const MIN_WRITING_MS = 1_000;

const NAMES: Readonly<Record<SpentItem, string>> = {
  pages: 'pages',
  inflatedBytes: 'bytes once it is decompressed',
  entries: 'files in its archive',
  cells: 'cells',
  elements: 'elements',
  characters: 'characters',
  time: 'ms of work',
  sharedTime: 'ms of work, and others are waiting',
};

/** Something of the document is used up. Readers let it pass: what they have written by then is the answer. */
export class BudgetSpentError extends Error {
  constructor(
    readonly item: SpentItem,
    readonly limit: number,
  ) {
    super(`it has more than ${limit} ${NAMES[item]}`);
  }
}

/** Counts what one document costs. One object goes down through all that read it. */
export class DocumentBudget {
  private readonly left: Record<BudgetItem, number>;
  private readonly limits: Readonly<Record<BudgetItem, number>>;
  private readonly beganAt = performance.now();
  private endsAt: number;
  private hurriedMs: number | null = null;
  private untilClock = CLOCK_EVERY;

  constructor({ maxPages, maxInflatedBytes, maxCells, timeMs }: DocumentSettings) {
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

  /** @throws BudgetSpentError when that is more than is left, or when the time is over */
  spend(item: BudgetItem, amount = 1): void {
    if ((this.left[item] -= amount) < 0) throw new BudgetSpentError(item, this.limits[item]);
    this.work(1 + amount / UNIT_SIZE);
  }

  /**
   * Counts work that spends nothing, such as a search. One unit takes about a microsecond.
   *
   * @throws BudgetSpentError when the time is over
   */
  work(units = 1): void {
    if ((this.untilClock -= units) <= 0) this.checkTime();
  }

  /** For work that finds out before it is done that it would be too much. @throws BudgetSpentError always */
  exceed(item: BudgetItem, limit: number): never {
    throw new BudgetSpentError(item, limit);
  }

  /** How much is left; never below 0. */
  remaining(item: Exclude<BudgetItem, 'time'>): number {
    return Math.max(0, this.left[item]);
  }

  /**
   * Whether the reading is to end now, since others wait for the thread. True once: what was read may then be written.
   */
  isHurried(): boolean {
    if (this.hurriedMs !== null || !threadSignals().isHurried) return false;
    const now = performance.now();
    this.hurriedMs = Math.round(now - this.beganAt);
    this.endsAt = Math.min(this.endsAt, now + Math.max(MIN_WRITING_MS, WRITING_SHARE * this.hurriedMs));
    return true;
  }

  /** Milliseconds since the reading began. */
  get elapsedMs(): number {
    return Math.round(performance.now() - this.beganAt);
  }

  /** For work that spends nothing for long. @throws BudgetSpentError when the time is over */
  checkTime(): void {
    this.untilClock = CLOCK_EVERY;
    threadSignals().report();
    if (this.isHurried()) throw new BudgetSpentError('sharedTime', this.hurriedMs!);
    if (performance.now() > this.endsAt) throw new BudgetSpentError('time', this.limits.time);
  }
}
