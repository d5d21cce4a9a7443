import { randomUUID } from 'node:crypto';
import type { PoolClient, QueryConfig } from 'pg';
import type { TransactionClient } from '../../../model/effect-transaction.js';
import { HandlerLeaseLostError } from '../../../model/handlers/handler-lease-lost.error.js';
import type { PostgresConnection } from '../connection/postgres-connection.js';
import { isBroken, isPassing, isUndone } from '../connection/postgres-error.js';

const MAX_ATTEMPTS = 4;
/** Deadline of the statements that begin and end a transaction. */
const ANSWER_MS = 8_000;
/** SQLSTATE and message of the functions that confirm an item, if the item must not be confirmed any more. */
const REFUSED = 'WE001';
const REFUSAL = 'nestjs-web-extract: the item is not to be confirmed any more';

/** `web_extract.call` ends with the transaction: a handler that has committed it is noticed. */
const BEGIN = `SELECT set_config('web_extract.call', $1, true), set_config('statement_timeout', $2, true),
  set_config('idle_in_transaction_session_timeout', $2, true)`;

/** Transactions of effects, which end with a statement that confirms them. */
export class EndedTransactions {
  constructor(private readonly connection: PostgresConnection) {}

  /**
   * Repeated at most three times if the database has undone the transaction because of another one.
   * @param confirming the last statement; `call` identifies the transaction
   */
  async run(
    confirming: (call: string) => string,
    timeoutMs: number,
    work: (client: TransactionClient) => Promise<void>,
  ): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(confirming, timeoutMs, work);
      } catch (error) {
        if (attempt >= MAX_ATTEMPTS || !isUndone(error)) throw error;
      }
    }
  }

  private async attempt(
    confirming: (call: string) => string,
    timeoutMs: number,
    work: (client: TransactionClient) => Promise<void>,
  ): Promise<void> {
    const call = randomUUID();
    const { client, giveBack } = await this.connection.borrowForEffects(timeoutMs);
    const lent = lend(client);
    let isWorking = false;
    try {
      await this.send(client, 'BEGIN');
      await this.send(client, BEGIN, [call, String(timeoutMs)]);
      isWorking = true;
      await work(lent.client);
      isWorking = false;
      lent.takeBack();
      await this.send(client, this.connection.withSchema(confirming(call)));
      await this.send(client, 'COMMIT');
      giveBack();
    } catch (error) {
      lent.takeBack();
      giveBack(true); // a closed connection ends the transaction, whatever the handler still does with it
      if (!isWorking) throw error;
      const isLost = lent.isLost() || (isPassing(error) && isBroken(error));
      throw isLost ? this.connection.explain(new Error('Connection terminated', { cause: error })) : error;
    }
  }

  /** Runs a statement that begins or ends the transaction. A statement without a response in time ends the connection. */
  private async send(client: PoolClient, text: string, values: string[] = []): Promise<void> {
    try {
      await client.query({ text, values, query_timeout: ANSWER_MS } as QueryConfig);
    } catch (error) {
      if (isRefusal(error)) throw new HandlerLeaseLostError({ cause: error });
      throw isUndone(error) || !isPassing(error) ? error : this.connection.explain(error);
    }
  }
}

/** True for an error of a statement that confirms, as any client of the database reports it, if it refuses to. */
export function isRefusal(error: unknown): boolean {
  const { code, message, cause } = (error ?? {}) as { code?: unknown; message?: unknown; cause?: unknown };
  if (code === REFUSED || String(message).includes(REFUSAL)) return true;
  return cause !== undefined && cause !== error && isRefusal(cause);
}

interface LentClient {
  readonly client: TransactionClient;
  /** Further statements fail: the connection may belong to others. */
  takeBack(): void;
  /** True if the connection was lost. */
  isLost(): boolean;
}

function lend(client: PoolClient): LentClient {
  let isLent = true;
  let wasLost = false;
  const lose = () => {
    wasLost = true;
  };
  client.once('error', lose);
  client.once('end', lose);
  const get = (target: PoolClient, name: string | symbol): unknown => {
    if (name === 'release' || name === 'end')
      return () => {
        throw new Error('The connection of a handler is released by the library: return from the handler');
      };
    const value: unknown = Reflect.get(target, name, target);
    if (typeof value !== 'function') return value;
    return (...values: unknown[]): unknown => {
      if (!isLent)
        throw new Error('The transaction of the handler has ended: await every statement in the handler');
      return value.apply(target, values);
    };
  };
  return {
    client: new Proxy(client, { get }) as unknown as TransactionClient,
    takeBack: () => {
      isLent = false;
      client.off('error', lose);
      client.off('end', lose);
    },
    isLost: () => wasLost,
  };
}
