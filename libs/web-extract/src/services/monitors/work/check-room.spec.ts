import type { MonitorStore } from '../../../ports/stores/monitor-store.port.js';
import { CheckRoom, MAX_RESULT_BYTES, MAX_TARGET_READS } from './check-room.js';

const { signal } = new AbortController();
const turns = async () => {
  for (let n = 0; n < 20; n++) await new Promise(setImmediate);
};

describe('CheckRoom', () => {
  let room: CheckRoom;
  let read: string[];
  beforeEach(() => {
    read = [];
    const checkTargets = async (id: string) => (read.push(id), []);
    room = new CheckRoom({ checkTargets } as unknown as MonitorStore);
  });

  it('reads the targets of a few checks at once, of one owner and of a hundred', async () => {
    const ends: (() => void)[] = [];
    const hold = (owner: string, n: number) =>
      room.withTargets(
        { id: `${owner}${n}`, owner },
        signal,
        () => new Promise<void>((end) => ends.push(end)),
      );
    const own = Array.from({ length: 200 }, (_, n) => hold('anna', n));
    await turns();
    expect(read).toHaveLength(MAX_TARGET_READS);
    const others = Array.from({ length: 100 }, (_, n) => hold(`owner ${n}`, n));
    await turns();
    expect(read).toHaveLength(MAX_TARGET_READS + 1);
    while (read.length < 300) {
      ends.shift()!();
      await turns();
    }
    for (const end of ends) end();
    await Promise.all([...own, ...others]);
  });

  it('lets parts of results in while there is room, of one owner and of a hundred', async () => {
    const held: { bytes: number; release: () => void }[] = [];
    const enter = async (owner: string) => {
      const share = await room.enter(owner, signal);
      share.settle(10_000_000);
      held.push({ bytes: 10_000_000, release: () => share.release() });
    };
    const all = [...Array.from({ length: 100 }, () => 'anna'), ...Array.from({ length: 100 }, (_, n) => `o${n}`)]; // prettier-ignore
    const entered = all.map(enter);
    await turns();
    expect(held.length).toBeGreaterThan(2);
    expect(held.length * 10_000_000).toBeLessThanOrEqual(MAX_RESULT_BYTES * 1.25);
    for (let n = 0; n < all.length; n++) {
      held[n]!.release();
      await turns();
    }
    await Promise.all(entered);
  });

  it('stops waiting with its signal', async () => {
    const end = new AbortController();
    const never = () => new Promise<never>(() => {});
    for (let n = 0; n < 3; n++) void room.withTargets({ id: 'a', owner: 'anna' }, signal, never);
    const waiting = room.withTargets({ id: 'b', owner: 'anna' }, end.signal, never);
    end.abort(new Error('lease lost'));
    await expect(waiting).rejects.toThrow('lease lost');
  });
});
