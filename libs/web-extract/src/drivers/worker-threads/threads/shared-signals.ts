import { getHeapStatistics } from 'node:v8';
import type { ThreadSignals } from '../../../concurrency/thread-signals.js';

/** Memory of a thread. */
export interface ThreadMemory {
  /** Growth of heap and buffers in bytes since the start of the task. */
  readonly grownBytes: number;
  /** Milliseconds since it was measured. */
  readonly ageMs: number;
}

/** Places in the shared memory, in words of eight bytes. */
const BASELINE = 0;
const CURRENT = 1;
const MEASURED_AT = 2;
const HURRY = 3;
const WORDS = 4;
/** A measurement takes some microseconds. */
const REPORT_EVERY_MS = 10;

/** Memory that a thread shares with its host. */
export class SharedSignals {
  private readonly words: Float64Array;

  constructor(readonly buffer = new SharedArrayBuffer(WORDS * Float64Array.BYTES_PER_ELEMENT)) {
    this.words = new Float64Array(buffer);
  }

  /** Forgets the work before. Called by the host while the thread has no work. */
  begin(): void {
    this.words.fill(0);
  }

  /** Signals the thread to finish with partial results. */
  hurry(): void {
    this.words[HURRY] = 1;
  }

  /** Stores a measurement, of the thread itself or of the host where Node can take one from outside. */
  measured(bytes: number): void {
    if (this.words[BASELINE] === 0) this.words[BASELINE] = bytes;
    this.words[CURRENT] = bytes;
    this.words[MEASURED_AT] = now();
  }

  /** Null before the first measurement. */
  get memory(): ThreadMemory | null {
    const at = this.words[MEASURED_AT]!;
    if (at === 0) return null;
    return { grownBytes: this.words[CURRENT]! - this.words[BASELINE]!, ageMs: now() - at };
  }

  /** The side of the thread. */
  ofThread(): ThreadSignals {
    const { words } = this;
    return {
      report: () => {
        if (now() - words[MEASURED_AT]! >= REPORT_EVERY_MS) this.measured(heapBytes(getHeapStatistics()));
      },
      get isHurried() {
        return words[HURRY] === 1;
      },
    };
  }
}

interface HeapFigures {
  readonly total_heap_size: number;
  readonly external_memory: number;
  readonly malloced_memory: number;
}

/** System memory used by a heap, buffers included. */
export function heapBytes(figures: HeapFigures): number {
  return figures.total_heap_size + figures.external_memory + figures.malloced_memory;
}

/** Clock shared by all threads. */
function now(): number {
  return performance.timeOrigin + performance.now();
}
