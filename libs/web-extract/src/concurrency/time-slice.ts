import { setImmediate as nextTurn } from 'node:timers/promises';

/** Maximum duration of a slice in milliseconds. */
const SLICE_MS = 8;

/** Splits long work on the event loop into slices and yields between them. */
export class TimeSlice {
  private until = performance.now() + SLICE_MS;

  constructor(private readonly signal?: AbortSignal) {}

  /** True if the slice is used up. Check it often: `pass` is needed only when it is true. */
  get isOver(): boolean {
    return performance.now() > this.until;
  }

  /** Yields to the event loop and starts a new slice. @throws the reason of the signal if aborted */
  async pass(): Promise<void> {
    await nextTurn();
    this.signal?.throwIfAborted();
    this.until = performance.now() + SLICE_MS;
  }
}
