import { SparePasses } from './spare-passes.js';

describe('SparePasses', () => {
  it('make a pass for each request, if they come one after the other and passes are short', async () => {
    let count = 0;
    const passes = new SparePasses(async () => void count++);
    for (let n = 0; n < 3; n++) await passes.request();
    expect(count).toBe(3);
    await passes.close();
  });

  it('share a pass that has not begun, and no other', async () => {
    const ends: (() => void)[] = [];
    const passes = new SparePasses(() => new Promise((resolve) => void ends.push(resolve)));
    const first = passes.request();
    await new Promise(setImmediate);
    const others = [passes.request(), passes.request()];
    expect(ends).toHaveLength(1);
    ends[0]!();
    await first;
    while (ends.length < 2) await new Promise(setImmediate);
    ends[1]!();
    await Promise.all(others);
    expect(ends).toHaveLength(2);
    await passes.close();
  });

  it('let nobody wait for a pass that may begin much later, and make none after the end', async () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    let count = 0;
    const passes = new SparePasses(async () => {
      count++;
      now += 60_000;
    });
    await passes.request();
    await passes.request();
    expect(count).toBe(1);
    await passes.close();
    await passes.request();
    expect(count).toBe(1);
    jest.restoreAllMocks();
  });
});
