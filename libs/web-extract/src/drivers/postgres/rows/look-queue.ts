import { UnavailableError } from '../../../model/errors.js';
import { ADVISED_SECONDS } from '../../../model/retry/policies.js';
import type { Rows } from '../../page-store/row-store.js';
import { ReadRequests, ReadRows } from './read-rows.js';
import type { RowStatements } from './row-statements.js';
import { outcomeOf, type Outcome } from './step-outcome.js';
import { SeenRows, StepRows } from './step-rows.js';

type Readable = Pick<Rows, 'get' | 'first' | 'ids' | 'after'>;

interface WaitingLook {
  readonly step: (rows: Readable) => unknown;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
  requests: ReadRequests;
  reads: number;
}

/** Steps that share a statement, and statements at a time. */
const MAX_SHARED = 16;
const MAX_STATEMENTS = 2;
const MAX_READS = 1_000;

/** Runs steps that only read. Each sees rows of one statement, which are consistent; it runs again until it needs no further ones. */
export class LookQueue {
  private waiting: WaitingLook[] = [];
  private working = 0;

  constructor(private readonly statements: RowStatements) {}

  look<T>(step: (rows: Readable) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const look = { step, resolve, reject, requests: new ReadRequests(), reads: 0 };
      this.run(look, new ReadRows());
      if (this.waiting.length > 0 && this.working < MAX_STATEMENTS) void this.work();
    });
  }

  private async work(): Promise<void> {
    this.working++;
    await null; // the steps of this turn share a statement
    while (this.waiting.length > 0) await this.readFor(this.waiting.splice(0, MAX_SHARED));
    this.working--;
  }

  private async readFor(looks: readonly WaitingLook[]): Promise<void> {
    const [requests, read] = [new ReadRequests(), new ReadRows()];
    for (const look of looks) requests.addAll(look.requests);
    try {
      await this.statements.read(requests, read);
    } catch (error) {
      return this.fail(looks, error);
    }
    for (const look of looks) this.run(look, read);
  }

  /** PostgreSQL may have refused the rows of one step: the others are read without it. */
  private async fail(looks: readonly WaitingLook[], error: unknown): Promise<void> {
    const isOfOne = looks.length > 1 && !(error instanceof UnavailableError);
    for (const look of looks) {
      if (isOfOne) await this.readFor([look]);
      else look.reject(error);
    }
  }

  private run(look: WaitingLook, read: ReadRows): void {
    const seen = new SeenRows();
    const rows = new StepRows(read, null, seen);
    const outcome = outcomeOf(() => look.step(rows));
    if (!rows.isIncomplete) return settle(look, outcome);
    if (++look.reads > MAX_READS) return look.reject(tooMany());
    look.requests = new ReadRequests();
    for (const [name, key] of seen.keys) look.requests.keys.set(name, key);
    for (const range of seen.ranges.values()) look.requests.addRange(range);
    look.requests.addAll(rows.missing);
    this.waiting.push(look);
  }
}

function settle({ resolve, reject }: WaitingLook, outcome: Outcome): void {
  if ('error' in outcome) reject(outcome.error);
  else resolve(outcome.value as never);
}

const tooMany = (): UnavailableError =>
  new UnavailableError('too many rows in PostgreSQL are needed at once', ADVISED_SECONDS.store);
