import { HostQueue } from './host-queue.js';

const of = (id: string, owner = 'anna') => ({ id, owner });

describe('HostQueue', () => {
  it('grants places at once while the queue is empty', () => {
    const turns = new HostQueue();
    expect(turns.ask(of('a'), 2, 0)).toBe(0);
    expect(turns.ask(of('a'), 1, 0)).toBe(0);
    expect(turns.ask(of('a'), 0, 0)).toBeGreaterThan(0);
  });

  it('keeps a free place for the one who waits longest', () => {
    const turns = new HostQueue();
    turns.ask(of('first'), 0, 0);
    turns.ask(of('second'), 0, 10);
    expect(turns.ask(of('third'), 1, 20)).toBeGreaterThan(0);
    expect(turns.ask(of('second'), 1, 30)).toBeGreaterThan(0);
    expect(turns.ask(of('first'), 1, 40)).toBe(0);
    expect(turns.ask(of('second'), 1, 50)).toBe(0);
  });

  it('lets as many in as there are places', () => {
    const turns = new HostQueue();
    for (const caller of ['a', 'b', 'c']) turns.ask(of(caller), 0, 0);
    expect(['c', 'b', 'a'].map((caller) => turns.ask(of(caller), 2, 10) === 0)).toEqual([false, true, true]);
  });

  it('serves owners in turns, and the callers of each in order', () => {
    const turns = new HostQueue();
    const callers = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((id) => of(id, id[0]));
    for (const caller of callers) turns.ask(caller, 0, 0);
    const order: string[] = [];
    while (order.length < callers.length) {
      const next = callers.find((caller) => !order.includes(caller.id) && turns.ask(caller, 1, 10) === 0);
      order.push(next!.id);
    }
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('does not favour owners that return', () => {
    const turns = new HostQueue();
    for (const id of ['a1', 'a2', 'b1', 'b2']) turns.ask(of(id, id[0]), 0, 0);
    expect(turns.ask(of('a1', 'a'), 1, 10)).toBe(0);
    expect(turns.ask(of('a1', 'a'), 0, 20)).toBeGreaterThan(0);
    expect(turns.ask(of('b1', 'b'), 1, 30)).toBe(0);
    expect(turns.ask(of('b2', 'b'), 1, 40)).toBeGreaterThan(0);
    expect(turns.ask(of('a2', 'a'), 1, 40)).toBe(0);
    expect(turns.ask(of('a1', 'a'), 1, 50)).toBeGreaterThan(0);
    expect(turns.ask(of('b2', 'b'), 1, 50)).toBe(0);
  });

  it('lets those further behind ask later, and nobody after more than half a second', () => {
    const turns = new HostQueue();
    const waits = Array.from({ length: 400 }, (_, n) => turns.ask(of(`crawl ${n}`), 0, 0));
    expect(waits[0]).toBeLessThan(waits[100]!);
    expect(Math.max(...waits)).toBe(500);
  });

  it('forgets who asks no more', () => {
    const turns = new HostQueue();
    const waitMs = turns.ask(of('gone'), 0, 0);
    expect(turns.ask(of('other'), 1, waitMs)).toBeGreaterThan(0);
    expect(turns.ask(of('other'), 1, waitMs + 200)).toBe(0);
  });
});
