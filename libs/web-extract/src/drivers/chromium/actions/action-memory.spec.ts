import { ActionMemory } from './action-memory.js';

describe('ActionMemory', () => {
  it('counts the results of one request until its bytes are spent', async () => {
    const budget = new ActionMemory(1_000).open('anna', 100);
    expect(await budget.reserve(80, 0)).toBe(true);
    expect(budget.settle(80)).toBe(true);
    expect(budget.leftBytes).toBe(20);
    expect(await budget.reserve(80, 0)).toBe(true);
    expect(budget.settle(30)).toBe(false);
  });

  it('makes requests wait until others have given memory back', async () => {
    const memory = new ActionMemory(100);
    const first = memory.open('anna', 60);
    await first.reserve(60, 0);
    const second = memory.open('ben', 60);
    expect(await second.reserve(60, 0)).toBe(false);
    const reserving = second.reserve(60, 60_000);
    first.release();
    expect(await reserving).toBe(true);
  });

  it('leaves a quarter to other owners', async () => {
    const memory = new ActionMemory(100);
    for (let n = 0; n < 5; n++) await memory.open('anna', 20).reserve(20, 0);
    expect(await memory.open('anna', 20).reserve(20, 0)).toBe(false);
    expect(await memory.open('ben', 20).reserve(20, 0)).toBe(true);
  });

  it('counts what was reserved no longer once the request is over', async () => {
    const memory = new ActionMemory(100);
    const budget = memory.open('anna', 75);
    await budget.reserve(50, 0);
    budget.settle(10);
    budget.release();
    budget.release();
    expect(budget.settle(10)).toBe(false);
    expect(await memory.open('anna', 75).reserve(75, 0)).toBe(true);
  });
});
