import type { StatementRunner } from '../connection/postgres-connection.js';

/** After this time the server is asked again. A failover takes longer. */
const MAX_AGE_MS = 5_000;

/** Identifies the present start of the server: another one may lack what the last one has written, after a failover to a copy. */
export class ServerEra {
  private id = '000000';
  private readAt = -Infinity;

  constructor(private readonly connection: StatementRunner) {}

  get current(): string {
    return this.id;
  }

  /** Reads it, if it was not read shortly before. */
  async refresh(): Promise<void> {
    if (performance.now() - this.readAt < MAX_AGE_MS) return;
    const [row] = await this.connection.run<{ era: string }>(
      `SELECT substr(encode(sha256(convert_to(extract(epoch FROM pg_postmaster_start_time())::text, 'UTF8')), 'hex'), 1, 6) AS era`,
    );
    this.id = row!.era;
    this.readAt = performance.now();
  }
}
