import { setImmediate as nextTurn } from 'node:timers/promises';
import { BodyRoom, type BodyShare } from './body-room.js';

describe('BodyRoom', () => {
  /** Allocates shares of a number of bytes, as far as there is room. */
  async function fill(room: BodyRoom, owner: string, bytes: number, count: number): Promise<BodyShare[]> {
    const shares: BodyShare[] = [];
    for (let n = 0; n < count; n++) {
      const entering = room.enter(owner).then(async (share) => {
        await share.reserve(bytes);
        shares.push(share);
      });
      entering.catch(() => {});
    }
    await nextTurn();
    return shares;
  }

  it('lets one owner hold so many bytes, and the next one in when some are given back', async () => {
    const room = new BodyRoom(1_000);
    const shares = await fill(room, 'a', 100, 30);
    expect(shares.length).toBeLessThanOrEqual(10);
    const held = shares.length;
    shares[0]!.release();
    shares[1]!.release();
    await nextTurn();
    expect(shares.length).toBeGreaterThan(held);
  });

  it('is bounded with a hundred owners, and has room for another while one holds all of its own', async () => {
    const room = new BodyRoom(1_000_000);
    const own = await fill(room, 'a', 90_000, 30);
    expect(own.length).toBeGreaterThan(9);
    const others = await Promise.all(
      Array.from({ length: 100 }, (_, n) => fill(room, `owner-${n}`, 90_000, 3)),
    );
    const count = own.length + others.reduce((sum, shares) => sum + shares.length, 0);
    expect([others[0]!.length > 0, 90_000 * count <= 1_250_000]).toEqual([true, true]);
  });

  it('counts a body as what it is when it is there', async () => {
    const room = new BodyRoom(1_000);
    const share = await room.enter('a');
    await share.reserve(1_000);
    const next = jest.fn();
    void room.enter('a').then(next);
    await nextTurn();
    expect(next).not.toHaveBeenCalled();
    share.settle(500);
    await nextTurn();
    expect(next).toHaveBeenCalled();
  });

  it('keeps an owner waiting whose bodies are larger than was known, until they are converted', async () => {
    const room = new BodyRoom(1_000);
    const share = await room.enter('a');
    share.settle(5_000);
    const next = jest.fn();
    void room.enter('a').then(next);
    await nextTurn();
    expect(next).not.toHaveBeenCalled();
    share.release();
    share.release();
    await nextTurn();
    expect(next).toHaveBeenCalledTimes(1);
  });

  it('lets bodies in one after another that are larger than the room, and that arrive at once', async () => {
    const room = new BodyRoom(1_000);
    const shares = await fill(room, 'a', 10_000, 3);
    expect(shares).toHaveLength(1);
    for (const share of shares) {
      share.release();
      await nextTurn();
    }
    expect(shares).toHaveLength(3);
  });

  it('lets a body alone that is larger than the room', async () => {
    const room = new BodyRoom(1_000);
    const share = await room.enter('a');
    await share.reserve(10_000);
    share.release();
    await (await room.enter('a')).reserve(10_000);
  });

  it('gives back what was granted after the end, and ends a wait with its signal', async () => {
    const room = new BodyRoom(1_000);
    const first = await room.enter('a');
    await first.reserve(1_000);
    const waiting = room.enter('a');
    const stop = new AbortController();
    const aborted = room.enter('a', stop.signal);
    stop.abort(new Error('no time left'));
    await expect(aborted).rejects.toThrow('no time left');
    first.release();
    const second = await waiting;
    const reserving = second.reserve(900);
    second.release();
    await reserving;
    await (await room.enter('a')).reserve(1_000);
  });
});
