/** Differences up to this value are within the network latency. */
const UNCERTAINTY_MS = 50;

/**
 * Offset between the clock of this process and that of the server of a store, which all processes use. Without it a worker whose clock is
 * ahead would poll for tasks that are not due yet, and delete rows that have not expired.
 */
export class ServerClock {
  private aheadMs = 0;

  /** @param serverMs the current time according to the server */
  observe(serverMs: number): void {
    const aheadMs = Date.now() - serverMs;
    this.aheadMs = Math.abs(aheadMs) > UNCERTAINTY_MS ? aheadMs : 0;
  }

  toLocal(serverMs: number): number {
    return serverMs + this.aheadMs;
  }

  toServer(localMs: number): number {
    return localMs - this.aheadMs;
  }
}
