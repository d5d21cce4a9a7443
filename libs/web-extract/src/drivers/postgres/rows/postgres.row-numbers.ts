import type { RowNumbers } from '../../page-store/owner-bytes.js';
import type { StatementRunner } from '../connection/postgres-connection.js';

/** Increment of the sequence. */
const BLOCK = 100_000;
/** Remaining numbers below which the next block is fetched. A step that runs again takes new ones: a batch of a cache needs up to 20,000. */
const LEAST = 50_000;

/**
 * Numbers that no process gets twice, taken in blocks. Those of a process increase; between processes the order of rows is right up to the
 * size of a block, so that evictions of the oldest rows are approximate.
 */
export class PostgresRowNumbers implements RowNumbers {
  private at = 0;
  private end = 0;
  private nextBlock: Promise<number> | null = null;
  private reserve: number | null = null;

  constructor(private readonly connection: StatementRunner) {}

  /** Waits until there are enough numbers for a batch of steps. */
  async fill(): Promise<void> {
    if (this.end - this.at >= LEAST || this.reserve !== null) return;
    this.nextBlock ??= this.take();
    this.reserve ??= await this.nextBlock;
  }

  next(): number {
    if (this.at === this.end && this.reserve !== null) {
      [this.at, this.end] = [this.reserve, this.reserve + BLOCK];
      [this.reserve, this.nextBlock] = [null, null];
    }
    if (this.at === this.end) throw new RangeError('No numbers are left for rows');
    return this.at++;
  }

  private async take(): Promise<number> {
    try {
      const [row] = await this.connection.run<{ first: number }>(
        `SELECT nextval('{schema}.row_numbers') AS first`,
      );
      return row!.first;
    } catch (error) {
      this.nextBlock = null;
      throw error;
    }
  }
}
