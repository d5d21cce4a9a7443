import type { StatementRunner } from './postgres-connection.js';

/** Age after which the time is read again. */
const MAX_AGE_MS = 30_000;

/**
 * Time of the server, as of the last answer and the time that has passed since: at most one answer behind, never ahead. The clocks of
 * processes, which may be set while they run, have no part in it.
 */
export class ServerClock {
  private serverMs = 0;
  private readAt = -Infinity;

  constructor(private readonly connection: StatementRunner) {}

  /** Milliseconds since the epoch. */
  async now(): Promise<number> {
    const passed = performance.now() - this.readAt;
    if (passed < MAX_AGE_MS) return Math.floor(this.serverMs + passed);
    const [row] = await this.connection.run<{ now: number }>('SELECT {schema}.now_ms() AS now');
    this.readAt = performance.now();
    this.serverMs = row!.now;
    return row!.now;
  }
}
