import type { TransactionClient } from '../../../model/effect-transaction.js';
import {
  EffectTransactions,
  type Confirmation,
  type ConfirmingStatement,
} from '../../../ports/stores/effect-transactions.port.js';
import { readFailureId } from '../../handler-store/failure-id.js';
import { shortHash } from '../../page-store/pages/short-hash.js';
import type { PostgresConnection } from '../connection/postgres-connection.js';
import { toColumnText } from '../connection/postgres-values.js';
import { EndedTransactions, isRefusal } from './ended-transactions.js';

/** Transactions in PostgreSQL. */
export class PostgresEffectTransactions extends EffectTransactions {
  private readonly transactions: EndedTransactions;

  constructor(private readonly connection: PostgresConnection) {
    super();
    this.transactions = new EndedTransactions(connection);
  }

  override async run(
    confirmation: Confirmation,
    timeoutMs: number,
    work: (client: TransactionClient) => Promise<void>,
  ): Promise<void> {
    const confirming = (call: string) => `SELECT {schema}.confirm('${tokenOf(confirmation, call)}')`;
    return this.transactions.run(confirming, timeoutMs, work);
  }

  override statement(confirmation: Confirmation): ConfirmingStatement {
    return {
      sql: this.connection.withSchema(`SELECT {schema}.confirm('${tokenOf(confirmation)}')`),
      parameters: [],
    };
  }

  override isRefusal(error: unknown): boolean {
    return isRefusal(error);
  }
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
