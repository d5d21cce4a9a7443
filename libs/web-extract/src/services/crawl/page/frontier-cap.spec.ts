import { FrontierCap } from './frontier-cap.js';

describe('FrontierCap', () => {
  it('has room for ten thousand addresses whatever the limit, and for twenty times the limit', async () => {
    for (const [limit, most] of [
      [5, 10_000],
      [1_000, 20_000],
    ] as const) {
      const room = new FrontierCap(limit, 0, async () => most);
      room.use(most - 1);
      expect(await room.hasRoom()).toBe(true);
      room.use(1);
      expect(await room.hasRoom()).toBe(false);
    }
  });

  it('asks the store only when there seems to be no room', async () => {
    const count = jest.fn(async () => 300);
    const room = new FrontierCap(1, 9_000, count);
    room.use(999);
    expect(await room.hasRoom()).toBe(true);
    expect(count).not.toHaveBeenCalled();
    room.use(1);
    expect(await room.hasRoom()).toBe(true);
    room.use(9_000);
    expect(await room.hasRoom()).toBe(true);
    expect(count).toHaveBeenCalledTimes(1);
  });

  it('has room again when addresses were taken', async () => {
    let queued = 20_000;
    const room = new FrontierCap(1, queued, async () => queued);
    expect(await room.hasRoom()).toBe(false);
    queued = 9_999;
    expect(await room.hasRoom()).toBe(true);
  });
});
