import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest work at a stretch, in milliseconds. */
const SLICE_MS = 8;

/** Cuts long work on the event loop into slices: everybody else has their turn between them. */
export class TimeSlice {
  private until = performance.now() + SLICE_MS;

  constructor(private readonly signal?: AbortSignal) {}

  /** Whether it is time for the others. Asked often, so that waiting costs nothing while it is not. */
  get isOver(): boolean {
    return performance.now() > this.until;
  }

  /** @throws the reason of the signal: nobody waits for the work any more */
  async pass(): Promise<void> {
    await nextTurn();
    this.signal?.throwIfAborted();
    this.until = performance.now() + SLICE_MS;
  }
}
