import { setImmediate as nextTurn } from 'node:timers/promises';

/** Yields to the event loop each time that a number of bytes has been processed. */
export class ByteTurns {
  private bytes = 0;

  constructor(private readonly bytesOfTurn: number) {}

  /** Call it after bytes have been processed. */
  async after(bytes: number): Promise<void> {
    this.bytes += bytes;
    if (this.bytes < this.bytesOfTurn) return;
    this.bytes = 0;
    await nextTurn();
  }
}
