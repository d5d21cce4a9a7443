import type { TransactionClient } from '../../model/effect-transaction.js';

/** Record that an item is handled, written by a transaction. */
export type Confirmation =
  /** Moves a cursor, if the holder still has its lease and nobody has moved it. */
  | {
      readonly kind: 'cursor';
      readonly handler: string;
      readonly source: string;
      readonly holder: string;
      /** Position before the item. */
      readonly from: string;
      /** Position after the item. */
      readonly position: string;
      readonly isDone: boolean;
    }
  /** Deletes a failure that is retried, if it is still stored. */
  | { readonly kind: 'failure'; readonly id: string };

/** A statement for a transaction of the host. */
export interface ConfirmingStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Commits effects of handlers together with the store's record that they took place: both, or neither. */
export abstract class EffectTransactions {
  /**
   * Runs `work` in a transaction that ends with the confirmation. Repeated at most three times if the database has undone it because of
   * another transaction.
   * @throws HandlerLeaseLostError if the item is not to be confirmed any more; the error of `work`; UnavailableError, also where it is unknown
   * whether the transaction was committed
   */
  abstract run(
    confirmation: Confirmation,
    timeoutMs: number,
    work: (client: TransactionClient) => Promise<void>,
  ): Promise<void>;

  /** Returns the statement that confirms an item in a transaction of the host. It fails if the item is not to be confirmed any more. */
  abstract statement(confirmation: Confirmation): ConfirmingStatement;

  /** True for an error of the statement, as any client of the database reports it, that means so. */
  abstract isRefusal(error: unknown): boolean;
}
