import type { Reservation } from '../../model/keys/api-key.js';
import { limitsOfDay } from '../../testing/contracts/key-store.contract.js';
import { Accounts } from './accounts.js';

const DAY_MS = 86_400_000;
const PAGE = { pages: 1, credits: 0 };

describe('Accounts', () => {
  let accounts: Accounts;
  let isFull: boolean;

  beforeEach(() => {
    jest.useFakeTimers({ now: 1_700_000_000_000 });
    isFull = false;
    accounts = new Accounts(async () => {
      if (isFull) throw new Error('full');
    });
  });
  afterEach(() => jest.useRealTimers());

  async function readPage(): Promise<boolean> {
    const reserved = accounts.reserve('anna', PAGE, limitsOfDay({ pages: 1 })) as Reservation | string;
    if (typeof reserved === 'string') return false;
    await accounts.settle('anna', reserved, PAGE, PAGE);
    return true;
  }

  it('goes on with a day when the clock is set back a little, and says when it ends within a day', async () => {
    expect(await readPage()).toBe(true);
    jest.setSystemTime(Date.now() - 3_600_000);
    expect(await readPage()).toBe(false);
    expect(accounts.days.of('anna').resetsInMs).toBeLessThanOrEqual(DAY_MS);
  });

  it('begins another day when the clock was a year ahead', async () => {
    jest.setSystemTime(Date.now() + 365 * DAY_MS);
    expect([await readPage(), await readPage()]).toEqual([true, false]);
    jest.setSystemTime(Date.now() - 365 * DAY_MS);
    expect([await readPage(), await readPage()]).toEqual([true, false]);
  });

  it('takes back credits that could not be kept, whoever uses some meanwhile', async () => {
    await accounts.grant('anna', 10);
    isFull = true;
    await expect(accounts.grant('anna', 5)).rejects.toThrow('full');
    await expect(accounts.grant('berta', 5)).rejects.toThrow('full');
    expect([accounts.ledger('anna'), accounts.ledger('berta')]).toEqual([{ granted: 10, used: 0 }, null]);
  });
});
