import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { HandlerLeaseLostError } from '../../../model/handlers/handler-lease-lost.error.js';
import {
  EffectTransactions,
  type Confirmation,
  type ConfirmingStatement,
  type TransactionClient,
} from '../../../ports/stores/effect-transactions.port.js';
import { readFailureId } from '../../handler-store/failure-id.js';
import { shortHash } from '../../page-store/pages/short-hash.js';
import type { PostgresConnection } from '../connection/postgres-connection.js';
import { isBroken, isPassing, isUndone } from '../connection/postgres-error.js';
import { toColumnText } from '../connection/postgres-values.js';

const MAX_ATTEMPTS = 4;
/** SQLSTATE of the function `confirm` for an item that is not to be confirmed any more, and its message. */
const REFUSED = 'WE001';
const REFUSAL = 'nestjs-web-extract: the item is not to be confirmed any more';

/** `web_extract.call` ends with the transaction: a handler that has committed it is noticed. */
const BEGIN = `SELECT set_config('web_extract.call', $1, true), set_config('statement_timeout', $2, true),
  set_config('idle_in_transaction_session_timeout', $2, true)`;

/** Transactions in PostgreSQL. */
export class PostgresEffectTransactions extends EffectTransactions {
  constructor(private readonly connection: PostgresConnection) {
    super();
  }

  override async run(
    confirmation: Confirmation,
    timeoutMs: number,
    work: (client: TransactionClient) => Promise<void>,
  ): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(confirmation, timeoutMs, work);
      } catch (error) {
        if (attempt >= MAX_ATTEMPTS || !isUndone(error)) throw error;
      }
    }
  }

  override statement(confirmation: Confirmation): ConfirmingStatement {
    return {
      sql: this.connection.statement(`SELECT {schema}.confirm('${tokenOf(confirmation)}')`),
      parameters: [],
    };
  }

  override isRefusal(error: unknown): boolean {
    const { code, message, cause } = (error ?? {}) as { code?: unknown; message?: unknown; cause?: unknown };
    if (code === REFUSED || String(message).includes(REFUSAL)) return true;
    return cause !== undefined && cause !== error && this.isRefusal(cause);
  }

  private async attempt(
    confirmation: Confirmation,
    timeoutMs: number,
    work: (client: TransactionClient) => Promise<void>,
  ): Promise<void> {
    const call = randomUUID();
    const { client, giveBack } = await this.connection.borrowForEffects();
    const lent = lend(client);
    let isWorking = false;
    try {
      await this.ours(client.query('BEGIN'));
      await this.ours(client.query(BEGIN, [call, String(timeoutMs)]));
      isWorking = true;
      await work(lent.client);
      isWorking = false;
      lent.takeBack();
      const text = this.connection.statement(`SELECT {schema}.confirm('${tokenOf(confirmation, call)}')`);
      await this.ours(client.query(text));
      await this.ours(client.query('COMMIT'));
      giveBack();
    } catch (error) {
      lent.takeBack();
      giveBack(true); // a closed connection ends the transaction, whatever the handler still does with it
      if (!isWorking) throw error;
      const isLost = lent.isLost() || (isPassing(error) && isBroken(error));
      throw isLost ? this.connection.explain(new Error('Connection terminated', { cause: error })) : error;
    }
  }

  /** An error of a statement of ours. */
  private async ours<T>(statement: Promise<T>): Promise<T> {
    try {
      return await statement;
    } catch (error) {
      if (this.isRefusal(error)) throw new HandlerLeaseLostError({ cause: error });
      throw isUndone(error) || !isPassing(error) ? error : this.connection.explain(error);
    }
  }
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

function tokenOf(confirmation: Confirmation, call?: string): string {
  const token = { ...columnsOf(confirmation), ...(call === undefined ? {} : { call }) };
  return Buffer.from(JSON.stringify(token)).toString('hex');
}

function columnsOf(confirmation: Confirmation): object {
  if (confirmation.kind === 'failure') return { kind: 'failure', ...readFailureId(confirmation.id) };
  const { kind, handler, source, holder, from, position, isDone } = confirmation;
  const [before, after] = [toColumnText(from), toColumnText(position)];
  return { kind, handler, source: shortHash(source), holder, from: before, position: after, isDone };
}
