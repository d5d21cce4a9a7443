import { ShortMemory } from './short-memory.js';

describe('ShortMemory', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('holds a value for its time', async () => {
    const memory = new ShortMemory<number>(500);
    let read = 0;
    const get = () => memory.get('a', async () => ++read);
    expect([await get(), await get()]).toEqual([1, 1]);
    jest.advanceTimersByTime(500);
    expect(await get()).toBe(2);
    memory.clear();
    expect(await get()).toBe(3);
  });

  it('holds nothing longer when the clock is set back', async () => {
    const memory = new ShortMemory<number>(500);
    memory.set('a', 1);
    jest.setSystemTime(Date.now() - 3_600_000);
    jest.advanceTimersByTime(500);
    expect([memory.has('a'), await memory.get('a', async () => 2)]).toEqual([false, 2]);
  });

  it('holds nothing of what failed', async () => {
    const memory = new ShortMemory<number>(500);
    await expect(memory.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await memory.get('a', async () => 1)).toBe(1);
  });

  it('holds so many values at most', () => {
    const memory = new ShortMemory<true>(60_000);
    for (let n = 0; n < 10_001; n++) memory.set(String(n), true);
    expect([memory.has('0'), memory.has('10000')]).toEqual([false, true]);
  });
});
