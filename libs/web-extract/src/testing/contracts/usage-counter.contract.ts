import { setTimeout as sleep } from 'node:timers/promises';
import type { UsageCounter } from '../../ports/stores/usage-counter.port.js';

/**
 * Contract suite of `UsageCounter`. Call it inside a spec of the driver; `makeCounter` returns an empty one.
 */
export function usageCounterContract(makeCounter: () => UsageCounter): void {
  it('adds what it is given, by name and window', async () => {
    const counter = makeCounter();
    expect(await counter.read('a', 60)).toEqual({ count: 0, resetsInMs: 0 });
    const adding = Array.from({ length: 5 }, () => counter.add('a', 2, 60));
    const counts = (await Promise.all(adding)).map(({ count }) => count);
    expect(counts.sort((one, other) => one - other)).toEqual([2, 4, 6, 8, 10]);
    expect(await counter.read('a', 60)).toMatchObject({ count: 10 });
    expect(await counter.read('b', 60)).toMatchObject({ count: 0 });
    expect(await counter.read('a', 3_600)).toMatchObject({ count: 0 });
  });

  it('reports when it resets, and resets', async () => {
    const counter = makeCounter();
    const { resetsInMs } = await counter.add('a', 3, 1);
    expect(resetsInMs).toBeGreaterThan(0);
    expect(resetsInMs).toBeLessThanOrEqual(1_000);
    for (let count = 3; count > 0; await sleep(20)) ({ count } = await counter.read('a', 1));
    expect(await counter.add('a', 1, 1)).toMatchObject({ count: 1 });
  });
}
