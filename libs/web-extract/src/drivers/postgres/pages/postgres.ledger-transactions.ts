import { randomBytes } from 'node:crypto';
import type { TransactionClient } from '../../../model/effect-transaction.js';
import type { ConfirmingStatement } from '../../../ports/stores/effect-transactions.port.js';
import { LedgerTransactions, type LedgerStep } from '../../../ports/stores/ledger-transactions.port.js';
import { feedIdsOf } from '../../page-store/feed/feed-rows.js';
import type { LedgerSteps } from '../../page-store/ledger-steps.js';
import { shortHash } from '../../page-store/pages/short-hash.js';
import type { PostgresConnection } from '../connection/postgres-connection.js';
import { isUndone } from '../connection/postgres-error.js';
import { EndedTransactions, isRefusal } from '../handlers/ended-transactions.js';
import type { PostgresRowStore } from '../rows/postgres.row-store.js';
import { keyOfRow } from '../rows/row-keys.js';

const SWEEP_EVERY_MS = 60_000;
/** A step can be applied for longer than its call may take. */
const EXTRA_MS = 60_000;

/** Steps of ledgers that are applied in transactions of effects, in PostgreSQL. */
export class PostgresLedgerTransactions extends LedgerTransactions {
  private readonly transactions: EndedTransactions;
  private sweepFrom = 0;

  constructor(
    private readonly connection: PostgresConnection,
    private readonly store: PostgresRowStore,
    private readonly steps: LedgerSteps,
  ) {
    super();
    this.transactions = new EndedTransactions(connection);
  }

  override async prepare(step: LedgerStep, timeoutMs: number): Promise<string | null> {
    await this.sweep();
    const token = randomBytes(16).toString('hex');
    const { feed, sink, holder } = step;
    // the lease of the holder is renewed meanwhile. Quotes within values are escaped: these bytes are those of the field
    const fence = {
      key: keyOfRow('feedSinks', feedIdsOf(feed).id, shortHash(sink)),
      bytes: Buffer.from(`"holder":${JSON.stringify(holder)}`),
    };
    const pending = { token, lifetimeMs: timeoutMs + EXTRA_MS, fence };
    return (await this.store.prepare((rows) => this.steps.apply(rows, step), pending)) ? token : null;
  }

  override run(
    name: string,
    timeoutMs: number,
    work: (client: TransactionClient) => Promise<void>,
  ): Promise<void> {
    const confirming = (call: string) => `SELECT {schema}.apply_change('${name}', '${call}')`;
    return this.transactions.run(confirming, timeoutMs, work);
  }

  override statement(name: string): ConfirmingStatement {
    return { sql: this.connection.withSchema(`SELECT {schema}.apply_change('${name}')`), parameters: [] };
  }

  override isRefusal(error: unknown): boolean {
    return isRefusal(error);
  }

  override isCollision(error: unknown): boolean {
    if (isRefusal(error)) return true;
    for (let one = error, depth = 0; one != null && depth < 10; one = (one as Error).cause, depth++)
      if (isUndone(one)) return true;
    return false;
  }

  override async settle(name: string): Promise<boolean> {
    const text = 'SELECT {schema}.settle_change($1) AS "isCommitted"';
    const [row] = await this.connection.run<{ isCommitted: boolean }>(text, [name]);
    return row!.isCommitted;
  }

  /** Removes what killed processes have left. */
  private async sweep(): Promise<void> {
    if (performance.now() < this.sweepFrom) return;
    this.sweepFrom = performance.now() + SWEEP_EVERY_MS;
    await this.connection.run('SELECT {schema}.sweep_changes()');
  }
}
