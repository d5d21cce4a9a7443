/** A client of the database, within a transaction. */
export interface TransactionClient {
  // any: as in `pg`, the caller knows the columns
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  query<Row = any>(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ readonly rows: Row[]; readonly rowCount: number | null }>;
}

/**
 * Confirms the item in the transaction of the host: await it once, as the last statement, with a function that runs a statement in that
 * transaction.
 * @throws HandlerLeaseLostError if another process has the item, or it was handled already: let the transaction roll back; the error of `run`
 */
export type Acknowledge = (run: (sql: string, parameters: unknown[]) => unknown) => Promise<void>;
