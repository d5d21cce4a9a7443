import { PostgresRowNumbers } from './postgres.row-numbers.js';

describe('PostgresRowNumbers', () => {
  const BLOCK = 100_000;
  /** As the sequence of several processes: each block is taken once. */
  const sequence = (failures = 0) => {
    let first = 0;
    let left = failures;
    return {
      run: async <Row>(): Promise<Row[]> => {
        if (left-- > 0) throw new Error('away');
        const row = { first };
        first += BLOCK;
        return [row] as unknown as Row[];
      },
    };
  };

  it('gives each number once, also to another process, in order', async () => {
    const connection = sequence();
    const [one, other] = [new PostgresRowNumbers(connection), new PostgresRowNumbers(connection)];
    const seen = new Set<number>();
    let [last, isSorted] = [-1, true];
    for (let n = 0; n < 150_000; n++) {
      await one.fill();
      await other.fill();
      const number = one.next();
      isSorted &&= number > last;
      last = number;
      seen.add(number).add(other.next());
    }
    expect([seen.size, isSorted]).toEqual([300_000, true]);
  });

  it('has enough of them for a batch of steps that was filled before', async () => {
    const numbers = new PostgresRowNumbers(sequence());
    for (let batch = 0; batch < 10; batch++) {
      await numbers.fill();
      for (let n = 0; n < 50_000; n++) numbers.next();
    }
    await numbers.fill();
    expect(numbers.next()).toBe(500_000);
  });

  it('tries again after a failure', async () => {
    const numbers = new PostgresRowNumbers(sequence(1));
    await expect(numbers.fill()).rejects.toThrow('away');
    await numbers.fill();
    expect(numbers.next()).toBe(0);
  });
});
