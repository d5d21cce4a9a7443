import type { StatementRunner } from '../connection/postgres-connection.js';

/** Age after which the era is read again. A failover takes longer. */
const MAX_AGE_MS = 5_000;

/** Identifies the present start of the server: after a failover to a copy, the latest entries may be lost. */
export class ServerEra {
  private id = '000000';
  private readAt = -Infinity;

  constructor(private readonly connection: StatementRunner) {}

  get current(): string {
    return this.id;
  }

  /** Reads the era, unless it was read recently. */
  async refresh(): Promise<void> {
    if (performance.now() - this.readAt < MAX_AGE_MS) return;
    const [row] = await this.connection.run<{ era: string }>(
      `SELECT substr(encode(sha256(convert_to(extract(epoch FROM pg_postmaster_start_time())::text, 'UTF8')), 'hex'), 1, 6) AS era`,
    );
    this.id = row!.era;
    this.readAt = performance.now();
  }
}
