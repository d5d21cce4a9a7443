import { ConversionQueue, type QueueTurn } from './conversion-queue.js';
import type { ThreadMemory } from './shared-signals.js';

const MIB = 1024 * 1024;

/** Often enough to stop a thread that takes a gigabyte a second, seldom enough to cost nothing. */
const LOOK_EVERY_MS = 25;
/** Most pages are converted sooner, and take little: to measure asks the system, which costs more than they may take. */
const YOUNG_MS = 10;
/** Maximum age of a measurement that serves as the baseline of growth. */
const BASELINE_MS = 250;
/** A thread that measured itself so recently cannot have grown much since. */
const FRESH_MS = 100;
/** From this share of the limit on threads are measured from outside, where Node can do that. */
const MEASURE_FROM = 0.5;
/** An owner whose work took too much is suspected first for so long. */
const SUSPECT_MS = 60_000;
const MAX_SUSPECTS = 1_000;
/** Tasks of one owner that may wait to be tried again. */
const MAX_RETRIES = 20;

/** Bytes of the process, and those of them that the host's own heap and buffers take. */
interface Memory {
  readonly resident: number;
  readonly own: number;
}

/** Work in a thread. */
export interface WatchedTask {
  readonly owner: string;
  /** The thread's own figures; null before the first. */
  readonly memory: () => ThreadMemory | null;
  /** Requests a measurement from outside the thread. */
  readonly measure?: () => void;
  /** It is tried again after an unclear verdict: others are ended before it. */
  readonly isRetry?: boolean | undefined;
  /** @param isCertain false where another task may have taken the memory: the task is to be tried again */
  readonly onTooMuch: (isCertain: boolean) => void;
}

interface Watched extends WatchedTask {
  readonly baseline: Memory;
  readonly beganMs: number;
  growth: number;
  isOver: boolean;
}

/**
 * Ends tasks that use too much memory, based on the figures of their threads and on the growth of the whole process
 * while they
 * run, minus the growth of the host itself.
 *
 * V8's own limit is not sufficient: one allocation of some megabytes beyond it ends the process instead of the thread
 * (8 of 23
 * ways to run out of memory did), and buffers are not counted. A thread cannot measure itself within one long step,
 * so the
 * process is measured as well. If it has grown too much and no figure explains it, the most likely task is ended
 * without a
 * verdict and tried again; see {@link retry}.
 */
export class MemoryLimiter {
  private readonly watched = new Set<Watched>();
  private readonly suspects = new Map<string, number>();
  private readonly retries = new ConversionQueue<'retry'>({ places: ['retry'], maxWaiting: MAX_RETRIES });
  private timer: NodeJS.Timeout | null = null;
  private last: Memory = { resident: 0, own: 0 };
  private measuredAt = -Infinity;

  constructor(private readonly maxMb: number) {}

  /**
   * @returns a function that ends the watch and returns the observed growth in MiB, of the thread if known, else of
   * the process
   */
  begin(task: WatchedTask): () => number {
    const entry: Watched = {
      ...task,
      baseline: this.recent(),
      beganMs: performance.now(),
      growth: 0,
      isOver: false,
    };
    this.watched.add(entry);
    this.timer ??= setInterval(() => this.look(), LOOK_EVERY_MS).unref();
    return () => this.end(entry);
  }

  /**
   * Waits for the turn to try a task again. One task at a time has it, owners in turns; `isRetry` then protects the task from
   * the growth of others.
   *
   * @throws UnavailableError when too many wait
   */
  async retry<Result>(
    turn: QueueTurn,
    signal: AbortSignal | undefined,
    run: () => Promise<Result>,
  ): Promise<Result> {
    const place = await this.retries.enter(turn, signal);
    try {
      return await run();
    } finally {
      this.retries.leave(place);
    }
  }

  private end(entry: Watched): number {
    this.watched.delete(entry);
    if (this.watched.size === 0 && this.timer) {
      clearInterval(this.timer);
      this.timer = null;
    }
    const own = entry.memory();
    return Math.min(entry.growth, own ? own.grownBytes : Infinity) / MIB;
  }

  private look(): void {
    const [oldest] = this.watched;
    if (!oldest || performance.now() - oldest.beganMs < YOUNG_MS) return;
    const memory = this.measure();
    for (const entry of this.watched)
      entry.growth = Math.max(entry.growth, growthSince(entry.baseline, memory));
    for (const entry of this.watched)
      if (!entry.isOver && grownBytes(entry) > this.maxMb * MIB) this.endTask(entry, true);
    this.lookAtProcess();
  }

  private lookAtProcess(): void {
    const entries = [...this.watched];
    const most = Math.max(...entries.map(({ growth }) => growth));
    if (most > MEASURE_FROM * this.maxMb * MIB) for (const { measure } of entries) measure?.();
    const allowed = this.maxMb * MIB * entries.length;
    // one at a time: the memory of a thread that ends goes back to the system later
    if (most <= allowed || entries.some(({ isOver }) => isOver)) return;
    const [first] = entries.sort((one, other) => this.likelihood(other) - this.likelihood(one));
    if (first) this.endTask(first, entries.length === 1);
  }

  private endTask(entry: Watched, isCertain: boolean): void {
    entry.isOver = true;
    if (isCertain) this.suspect(entry.owner);
    entry.onTooMuch(isCertain);
  }

  /** Owners with earlier offences come first, retried tasks last; then threads without figures; then the newest. */
  private likelihood(entry: Watched): number {
    const { owner, isRetry = false, beganMs } = entry;
    const own = entry.memory();
    const known = own && own.ageMs < FRESH_MS ? own.grownBytes / (this.maxMb * MIB) : 1;
    return (this.isSuspect(owner) ? 100 : 0) - (isRetry ? 10 : 0) + Math.min(1, known) + beganMs * 1e-12;
  }

  private isSuspect(owner: string): boolean {
    return (this.suspects.get(owner) ?? 0) > performance.now();
  }

  private suspect(owner: string): void {
    this.suspects.delete(owner);
    this.suspects.set(owner, performance.now() + SUSPECT_MS);
    if (this.suspects.size <= MAX_SUSPECTS) return;
    const [longestAgo] = this.suspects.keys();
    this.suspects.delete(longestAgo!);
  }

  /** Shares one measurement, which is a system call, between tasks that start at about the same time. */
  private recent(): Memory {
    return performance.now() - this.measuredAt < BASELINE_MS ? this.last : this.measure();
  }

  private measure(): Memory {
    this.last = measureProcess();
    this.measuredAt = performance.now();
    return this.last;
  }
}

function grownBytes({ memory }: WatchedTask): number {
  return memory()?.grownBytes ?? 0;
}

function measureProcess(): Memory {
  const { rss, heapTotal, external } = process.memoryUsage();
  return { resident: rss, own: heapTotal + external };
}

/** Memory freed by the host may stay resident, so only its growth is subtracted. */
function growthSince(before: Memory, now: Memory): number {
  return now.resident - before.resident - Math.max(0, now.own - before.own);
}
