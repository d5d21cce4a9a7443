const MIB = 1024 * 1024;

/** Often enough to stop a thread that takes a gigabyte a second, seldom enough to cost nothing. */
const LOOK_EVERY_MS = 25;
/** Most pages are converted sooner, and take little: to measure asks the system, which costs more than they may take. */
const YOUNG_MS = 10;
/** From what was measured so long ago growth is still counted. */
const BASELINE_MS = 250;

/** Bytes of the process, and those of them that the host's own heap and buffers take. */
interface Memory {
  readonly resident: number;
  readonly own: number;
}

interface Watched {
  readonly onTooMuch: () => void;
  readonly baseline: Memory;
  readonly beganMs: number;
  growth: number;
  isOver: boolean;
}

/**
 * Ends conversions that take too much memory, by the growth of the whole process while they run,
 * less what the host itself takes.
 *
 * A limit of V8's own does not do: one allocation of some megabytes beyond it ends the process and not the thread (8 of 23
 * ways to run out of memory did), and buffers do not count. Of several under way the oldest is ended, and nobody else
 * before it is gone.
 */
export class MemoryWatch {
  private readonly watched = new Set<Watched>();
  private timer: NodeJS.Timeout | null = null;
  private last: Memory = { resident: 0, own: 0 };
  private measuredAt = -Infinity;

  constructor(private readonly maxMb: number) {}

  /** @returns ends the watch and tells by how many MiB the process was seen to grow */
  begin(onTooMuch: () => void): () => number {
    const beganMs = performance.now();
    const entry: Watched = { onTooMuch, baseline: this.recent(), beganMs, growth: 0, isOver: false };
    this.watched.add(entry);
    this.timer ??= setInterval(() => this.look(), LOOK_EVERY_MS).unref();
    return () => this.end(entry);
  }

  private end(entry: Watched): number {
    this.watched.delete(entry);
    if (this.watched.size === 0 && this.timer) {
      clearInterval(this.timer);
      this.timer = null;
    }
    return entry.growth / MIB;
  }

  private look(): void {
    const [oldest] = this.watched;
    if (!oldest || performance.now() - oldest.beganMs < YOUNG_MS) return;
    const memory = this.measure();
    const allowed = this.maxMb * MIB * this.watched.size;
    for (const entry of this.watched) {
      entry.growth = Math.max(entry.growth, growthSince(entry.baseline, memory));
    }
    const [worst] = [...this.watched].filter(({ isOver, growth }) => isOver || growth > allowed);
    if (!worst || worst.isOver) return;
    worst.isOver = true;
    worst.onTooMuch();
  }

  /** One measurement, which asks the system, does for all that begin soon after it. */
  private recent(): Memory {
    return performance.now() - this.measuredAt < BASELINE_MS ? this.last : this.measure();
  }

  private measure(): Memory {
    this.last = measureProcess();
    this.measuredAt = performance.now();
    return this.last;
  }
}

function measureProcess(): Memory {
  const { rss, heapTotal, external } = process.memoryUsage();
  return { resident: rss, own: heapTotal + external };
}

/** What the host frees may stay resident, so only its growth is taken off. */
function growthSince(before: Memory, now: Memory): number {
  return now.resident - before.resident - Math.max(0, now.own - before.own);
}
