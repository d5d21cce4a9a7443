import { setTimeout as sleep } from 'node:timers/promises';
import { UnavailableError } from '../../../model/errors.js';
import { ADVISED_SECONDS } from '../../../model/retry/policies.js';
import { PART, RowStore, type RowId, type RowRange, type Rows, type TableName } from '../../page-store/row-store.js'; // prettier-ignore
import type { StatementRunner } from '../connection/postgres-connection.js';
import { ConflictingRowsError } from './conflicting-rows.error.js';
import { Counters, type CounterPlace } from './counters.js';
import { LookQueue } from './look-queue.js';
import type { PendingChange } from './pending-changes.js';
import { ReadRequests, ReadRows } from './read-rows.js';
import { RowChanges } from './row-changes.js';
import { endOf, idKey, idOfKey, isBlobTable, partitionKey } from './row-keys.js';
import { RowStatements, type SeenChanges } from './row-statements.js';
import type { RowStoreName } from './row-tables.js';
import { decodeValue } from './row-values.js';
import { outcomeOf, type Outcome } from './step-outcome.js';
import { SeenRows, StepRows } from './step-rows.js';

type Readable = Pick<Rows, 'get' | 'first' | 'ids' | 'after'>;

interface WaitingStep {
  readonly step: (rows: Rows) => unknown;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Result of a step that has read everything it needs. */
type StepOutcome<S> = Outcome & { readonly waiting: S };

/** Changes of steps that may be written together. */
interface ReadyBatch<S> extends SeenChanges {
  readonly outcomes: readonly StepOutcome<S>[];
}

/** Steps that share a statement, and the values that they write. */
const BATCH_STEPS = 32;
const BATCH_BYTES = 4 * 1024 * 1024;
/** Statements that read the rows of a batch. A step that follows references from row to row needs one for each. */
const MAX_READS = 1_000;
/** Conflicts with other processes after which a batch is split, and after which a step fails. It has the turn from the second one on. */
const SPLIT_AFTER = 3;
const MAX_TRIES = 8;
/** Pause while others have the turn, and how long a batch waits for them. */
const TURN_WAIT_MS = 3;
const MAX_TURN_WAIT_MS = 5_000;
/** Size of the rows of a part. */
const PART_BYTES = 8 * 1024 * 1024;

/**
 * Rows in PostgreSQL, for many processes. A step runs over rows that were read before, again when it needs others, and its changes are
 * written if nothing that it has read has changed meanwhile: no lock is held while it runs. Steps that wait share a statement.
 */
export class PostgresRowStore extends RowStore {
  private readonly statements: RowStatements;
  private readonly looks: LookQueue;
  private waiting: WaitingStep[] = [];
  private working: Promise<void> | null = null;

  /** @param counters rows whose changes are added up */
  constructor(
    private readonly connection: StatementRunner,
    private readonly name: RowStoreName,
    counters: readonly CounterPlace[] = [],
  ) {
    super();
    this.statements = new RowStatements(connection, name, new Counters(counters));
    this.looks = new LookQueue(this.statements);
  }

  override change<T>(step: (rows: Rows) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ step, resolve: resolve as (result: never) => void, reject });
      this.working ??= this.work();
    });
  }

  /**
   * Runs a step whose changes are written by a transaction of others, if nothing that it has read has changed until then.
   * @param step returns false if there is nothing to prepare
   */
  async prepare(step: (rows: Rows) => boolean, pending: PendingChange): Promise<boolean> {
    const read = new ReadRows();
    const { outcomes, ...seen } = await this.makeReady([{ step }], read);
    const [outcome] = outcomes;
    if ('error' in outcome!) throw outcome.error;
    if (outcome!.value !== true) return false;
    await this.statements.prepare(seen, read, pending);
    return true;
  }

  override look<T>(step: (rows: Readable) => T): Promise<T> {
    return this.looks.look(step);
  }

  override async *parts<V>(
    table: TableName,
    partition: string,
    most = PART,
  ): AsyncGenerator<readonly (readonly [RowId, V])[]> {
    const prefix = partitionKey(table, partition);
    for (let low = prefix; ;) {
      const range = { low, high: endOf(prefix), isReversed: false, most, maxBytes: PART_BYTES };
      const part = await this.sliceOf(range);
      if (part.length === 0) return;
      yield part.map((row) => [idOfKey(row.key, prefix.length, row.long_id), valueOf<V>(table, row.value)]);
      low = part.at(-1)!.key;
    }
  }

  override async slice<V>(
    table: TableName,
    partition: string,
    { after, count, maxBytes = Number.MAX_SAFE_INTEGER, isReversed = false }: RowRange,
  ): Promise<readonly (readonly [number, V])[]> {
    const prefix = partitionKey(table, partition);
    const edge = after === undefined ? null : keyOf(prefix, after);
    const low = isReversed ? prefix : (edge ?? prefix);
    const high = isReversed ? (edge ?? endOf(prefix)) : endOf(prefix);
    const most = Math.min(count, Number.MAX_SAFE_INTEGER);
    const bytes = isBlobTable(table) ? maxBytes : Number.MAX_SAFE_INTEGER;
    const rows = await this.sliceOf({ low, high, isReversed, most, maxBytes: bytes });
    return rows.map(({ key, value }) => [idOfKey(key, prefix.length, null) as number, valueOf<V>(table, value)]); // prettier-ignore
  }

  /** Runs the removal. PostgreSQL decides when the bytes of removed rows are gone: its vacuum, its log and its backups have them for a time. */
  override erase(removal: () => Promise<number>): Promise<number> {
    return removal();
  }

  /** Waits for the steps; the connection belongs to others. */
  override async close(): Promise<void> {
    await this.working;
  }

  private sliceOf({ low, high, isReversed, most, maxBytes }: SliceBounds): Promise<SliceRow[]> {
    return this.connection.run<SliceRow>(`SELECT * FROM {schema}.${this.name}_slice($1, $2, $3, $4, $5)`, [
      low,
      high,
      isReversed,
      most,
      Math.min(maxBytes, Number.MAX_SAFE_INTEGER),
    ]);
  }

  private async work(): Promise<void> {
    await null; // the steps of this turn come together
    while (this.waiting.length > 0) await this.runAll(this.waiting.splice(0, BATCH_STEPS));
    this.working = null;
  }

  /** Settles all of the steps. */
  private async runAll(steps: readonly WaitingStep[]): Promise<void> {
    for (let left = steps; left.length > 0;) {
      const done = await this.run(left).catch((error: unknown) => this.fail(left, error));
      left = left.slice(done);
    }
  }

  /** Runs the first ones of the steps. @returns how many */
  private async run(steps: readonly WaitingStep[]): Promise<number> {
    const read = new ReadRows();
    const lost = new Set<number>();
    for (let tries = 1; ; tries++) {
      const batch = await this.makeReady(steps, read);
      if (await this.store(batch, read, lost)) {
        for (const outcome of batch.outcomes) settle(outcome);
        return batch.outcomes.length;
      }
      if (tries >= SPLIT_AFTER && steps.length > 1) return this.runApart(steps);
      if (tries >= MAX_TRIES) throw new ConflictingRowsError();
    }
  }

  /** Runs the halves of a batch one after the other: what makes one fail should not delay the other. */
  private async runApart(steps: readonly WaitingStep[]): Promise<number> {
    const half = Math.ceil(steps.length / 2);
    await this.runAll(steps.slice(0, half));
    await this.runAll(steps.slice(half));
    return steps.length;
  }

  /** @returns the number of steps that are settled */
  private async fail(steps: readonly WaitingStep[], error: unknown): Promise<number> {
    // PostgreSQL has refused something of one of them
    if (steps.length > 1 && !(error instanceof UnavailableError)) return this.runApart(steps);
    for (const { reject } of steps) reject(error);
    return steps.length;
  }

  /** @returns false if rows that the steps have read have changed */
  private async store(batch: SeenChanges, read: ReadRows, lost: Set<number>): Promise<boolean> {
    const isOneView = read.reads <= 1 && batch.changes.all().next().done === true;
    if (isOneView) return true;
    const until = performance.now() + MAX_TURN_WAIT_MS;
    for (;;) {
      const result = await this.statements.write(batch, read, lost);
      if (result !== 'busy') return result === 'written';
      if (performance.now() > until) throw new ConflictingRowsError();
      await sleep((0.5 + Math.random()) * TURN_WAIT_MS);
    }
  }

  /** Runs the steps until they need no further rows. */
  private async makeReady<S extends Pick<WaitingStep, 'step'>>(
    steps: readonly S[],
    read: ReadRows,
  ): Promise<ReadyBatch<S>> {
    for (let reads = 0; reads < MAX_READS; reads++) {
      const missing = new ReadRequests();
      const [outcomes, changes, seen] = [[] as StepOutcome<S>[], new RowChanges(), new SeenRows()];
      for (const waiting of steps) {
        if (changes.bytes > BATCH_BYTES) break;
        const rows = new StepRows(read, changes, seen);
        const outcome = outcomeOf(() => waiting.step(rows));
        missing.addAll(rows.missing);
        if (!('error' in outcome) && !rows.isIncomplete) changes.add(rows.changes);
        outcomes.push({ waiting, ...outcome });
      }
      if (missing.size === 0) return { outcomes, changes, seen };
      await this.statements.read(missing, read);
    }
    throw new UnavailableError('too many rows in PostgreSQL are needed at once', ADVISED_SECONDS.store);
  }
}

interface SliceRow {
  readonly key: Buffer;
  readonly long_id: Buffer | null;
  readonly value: Buffer;
}

interface SliceBounds {
  readonly low: Buffer;
  readonly high: Buffer;
  readonly isReversed: boolean;
  readonly most: number;
  readonly maxBytes: number;
}

const keyOf = (prefix: Buffer, id: RowId): Buffer => Buffer.concat([prefix, idKey(id).bytes]);

const valueOf = <V>(table: TableName, value: Buffer): V =>
  (isBlobTable(table) ? value : decodeValue(value)) as V;

function settle({ waiting, ...outcome }: StepOutcome<WaitingStep>): void {
  if ('error' in outcome) waiting.reject(outcome.error);
  else waiting.resolve(outcome.value as never);
}
