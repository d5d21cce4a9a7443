import { HostTurns } from './host-turns.js';

describe('HostTurns', () => {
  it('gives places to whoever comes while nobody waits', () => {
    const turns = new HostTurns();
    expect(turns.ask('a', 2, 0)).toBe(0);
    expect(turns.ask('a', 1, 0)).toBe(0);
    expect(turns.ask('a', 0, 0)).toBeGreaterThan(0);
  });

  it('keeps a free place for the one who waits longest', () => {
    const turns = new HostTurns();
    turns.ask('first', 0, 0);
    turns.ask('second', 0, 10);
    expect(turns.ask('third', 1, 20)).toBeGreaterThan(0);
    expect(turns.ask('second', 1, 30)).toBeGreaterThan(0);
    expect(turns.ask('first', 1, 40)).toBe(0);
    expect(turns.ask('second', 1, 50)).toBe(0);
  });

  it('lets as many in as there are places', () => {
    const turns = new HostTurns();
    for (const caller of ['a', 'b', 'c']) turns.ask(caller, 0, 0);
    expect(['c', 'b', 'a'].map((caller) => turns.ask(caller, 2, 10) === 0)).toEqual([false, true, true]);
  });

  it('lets those further behind ask later, and nobody after more than half a second', () => {
    const turns = new HostTurns();
    const waits = Array.from({ length: 400 }, (_, n) => turns.ask(`crawl ${n}`, 0, 0));
    expect(waits[0]).toBeLessThan(waits[100]!);
    expect(Math.max(...waits)).toBe(500);
  });

  it('forgets who asks no more', () => {
    const turns = new HostTurns();
    const waitMs = turns.ask('gone', 0, 0);
    expect(turns.ask('other', 1, waitMs)).toBeGreaterThan(0);
    expect(turns.ask('other', 1, waitMs + 200)).toBe(0);
  });
});
