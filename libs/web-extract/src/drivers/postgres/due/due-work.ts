import type { StatementRunner } from '../connection/postgres-connection.js';

/** Kinds of due work: monitors to check, checks, and messages of monitors, extractors and crawls. */
export type WorkKind = 'monitors' | 'checks' | 'messages' | 'extractors' | 'crawls';

/** Services look once a second: this is less than a second, so that most of their looks share a statement. */
const MAX_AGE_MS = 900;

const READ = 'SELECT * FROM {schema}.due_work()';

type DueTimes = Readonly<Record<WorkKind | 'now', number | null>>;

/**
 * Due times of all kinds of work, read by one statement a second. Services look for each kind once a second; without work their looks
 * would be most of the statements of a process. A kind that this process has changed since then counts as unknown, and its store is read
 * at once; changes of others are known up to a second later.
 */
export class DueWork {
  private times: DueTimes | null = null;
  private readAt = -Infinity;
  private reading: Promise<void> | null = null;
  private readonly changed = new Set<WorkKind>();

  /** @param connection null: nothing is known, so each look reads */
  constructor(private readonly connection: StatementRunner | null) {}

  /** Marks kinds of which this process has changed something. */
  markChanged(...kinds: readonly WorkKind[]): void {
    for (const kind of kinds) this.changed.add(kind);
  }

  /** False if there is nothing to take. */
  async mayTake(kind: WorkKind): Promise<boolean> {
    const dueAt = await this.dueAt(kind);
    return dueAt === undefined || (dueAt !== null && dueAt <= this.serverNow());
  }

  /** Milliseconds since the epoch; null: there is nothing to take; undefined: unknown. */
  async dueAt(kind: WorkKind): Promise<number | null | undefined> {
    if (!this.connection) return undefined;
    if (performance.now() - this.readAt > MAX_AGE_MS) await (this.reading ??= this.read(this.connection));
    return this.changed.has(kind) ? undefined : this.times![kind];
  }

  private async read(connection: StatementRunner): Promise<void> {
    const before = [...this.changed];
    this.changed.clear(); // a change from now on may be later than the read
    try {
      const [times] = await connection.run<DueTimes>(READ);
      this.times = times!;
      this.readAt = performance.now();
    } catch (error) {
      this.markChanged(...before);
      throw error;
    } finally {
      this.reading = null;
    }
  }

  private serverNow(): number {
    return this.times!.now! + performance.now() - this.readAt;
  }
}
