import type { FeedName, LedgerRow } from '../../model/change-log.js';
import type { TransactionClient } from '../../model/effect-transaction.js';
import type { ConfirmingStatement } from './effect-transactions.port.js';

/** Changes of a ledger that are committed together with a call of its sink. */
export type LedgerChangeStep =
  /** Replaces the row of a page that is still as it was read; null: there is no row. */
  | {
      readonly kind: 'page';
      readonly page: string;
      readonly from: LedgerRow | null;
      readonly to: LedgerRow | null;
    }
  /** Nothing: the holder still has the ledger. */
  | { readonly kind: 'none' };

/** A step of a ledger that its holder takes. */
export interface LedgerStep {
  readonly feed: FeedName;
  readonly sink: string;
  readonly holder: string;
  readonly change: LedgerChangeStep;
}

/** Commits effects of sinks together with the steps of their ledgers: both, or neither. */
export abstract class LedgerTransactions {
  /**
   * Stores a step, to be applied in a transaction of others.
   * @param timeoutMs longest time until then
   * @returns its name; null if the holder has lost the ledger, or the row of the page has changed
   */
  abstract prepare(step: LedgerStep, timeoutMs: number): Promise<string | null>;

  /**
   * Runs `work` in a transaction that ends with the step.
   * @throws HandlerLeaseLostError if the step cannot be applied; the error of `work`; UnavailableError, also where it is unknown whether the
   * transaction was committed
   */
  abstract run(
    name: string,
    timeoutMs: number,
    work: (client: TransactionClient) => Promise<void>,
  ): Promise<void>;

  /** Returns the statement that applies a step in a transaction of the host. It fails if the step cannot be applied. */
  abstract statement(name: string): ConfirmingStatement;

  /** True for an error of the statement, as any client of the database reports it, that means so. */
  abstract isRefusal(error: unknown): boolean;

  /** True for an error of a transaction that may succeed at once: another transaction was first. */
  abstract isCollision(error: unknown): boolean;

  /**
   * Ends a step. Waits for the transaction in which it is applied.
   * @returns true if it was committed; otherwise it never will be
   */
  abstract settle(name: string): Promise<boolean>;
}
