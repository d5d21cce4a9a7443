import { TimeBudget } from './time-budget.js';

describe('TimeBudget', () => {
  it('ends a wait when nobody wants the page any more', async () => {
    const client = new AbortController();
    const waiting = new TimeBudget(600_000, client.signal).wait(300_000);
    client.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
  });

  it('ends a wait when the page has ended', async () => {
    const page = new AbortController();
    const budget = new TimeBudget(600_000, new AbortController().signal).with(page.signal);
    const waiting = budget.wait(300_000);
    page.abort(new Error('crashed'));
    await expect(waiting).rejects.toThrow('crashed');
    expect(budget.totalMs).toBe(600_000);
  });

  it('waits no longer than there is time, and says so', async () => {
    expect(await new TimeBudget(1_000).wait(5_000, 1_000)).toBe(false);
    expect(await new TimeBudget(1_000).wait(0)).toBe(true);
  });
});
