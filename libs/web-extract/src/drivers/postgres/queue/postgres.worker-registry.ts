import { randomUUID } from 'node:crypto';
import type { WorkerRegistry } from '../../turns/worker-registry.js';
import type { PostgresConnection } from '../connection/postgres-connection.js';

const BEAT_MS = 5_000;
/** A worker without a heartbeat for this long counts as gone. */
const SILENCE_MS = 3 * BEAT_MS;

const BEAT = `WITH gone AS (DELETE FROM {schema}.queue_workers WHERE until <= {schema}.now_ms() AND id <> $1),
  me AS (INSERT INTO {schema}.queue_workers (id, until) VALUES ($1, {schema}.now_ms() + $2) ON CONFLICT (id) DO UPDATE SET until = EXCLUDED.until)
  SELECT 1 + count(*) AS count FROM {schema}.queue_workers WHERE until > {schema}.now_ms() AND id <> $1`;
const COUNT = 'SELECT count(*) AS count FROM {schema}.queue_workers WHERE until > {schema}.now_ms()';
const LEAVE = 'DELETE FROM {schema}.queue_workers WHERE id = $1';

/** The workers are rows, with the time until which they count as alive. */
export class PostgresWorkerRegistry implements WorkerRegistry {
  private readonly me = randomUUID();
  private timer: NodeJS.Timeout | undefined;
  private known = 1;

  constructor(private readonly connection: PostgresConnection) {}

  get lastCount(): number {
    return this.known;
  }

  join(onBeat: () => void): void {
    const beat = () => this.beat().then(onBeat, () => {}); // PostgreSQL is unavailable to the other workers as well
    this.timer = setInterval(() => void beat(), BEAT_MS);
    void beat();
  }

  async count(): Promise<number> {
    const [row] = await this.connection.run<{ count: number }>(COUNT);
    return row!.count;
  }

  async leave(): Promise<void> {
    if (!this.timer) return;
    clearInterval(this.timer);
    await this.connection.run(LEAVE, [this.me]).catch(() => {}); // the missing heartbeat has the same effect
  }

  private async beat(): Promise<void> {
    const [row] = await this.connection.run<{ count: number }>(BEAT, [this.me, SILENCE_MS]);
    this.known = row!.count;
  }
}
