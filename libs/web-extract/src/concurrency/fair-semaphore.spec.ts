import { FairSemaphore } from './fair-semaphore.js';
import { sharedSlotsContract } from './shared-slots.contract.js';

describe('FairSemaphore', () => {
  sharedSlotsContract((most) => {
    const slots = new FairSemaphore(most);
    return {
      take(owner, call) {
        if (slots.tryTake(owner)) return true;
        slots.wait(owner, call);
        return false;
      },
      release: (owner) => slots.release(owner),
    };
  });

  const takeAll = (places: FairSemaphore, owner: string): number => {
    let taken = 0;
    while (places.tryTake(owner)) taken++;
    return taken;
  };

  it('gives one owner as many as there are', () => {
    expect(takeAll(new FairSemaphore(64), 'a')).toBe(64);
    expect(takeAll(new FairSemaphore(1), 'a')).toBe(1);
    expect(takeAll(new FairSemaphore(0), 'a')).toBe(0);
  });

  it('has places for others when one owner holds all of its own, and always one for the next', () => {
    const places = new FairSemaphore(64);
    expect(['a', 'b', 'c', 'd', 'e'].map((owner) => takeAll(places, owner))).toEqual([64, 8, 4, 2, 1]);
    expect(places.tryTake('newcomer')).toBe(true);
  });

  it('has one for another owner even where there is one in all', () => {
    const places = new FairSemaphore(1);
    expect([takeAll(places, 'a'), takeAll(places, 'b'), takeAll(places, 'c')]).toEqual([1, 1, 0]);
  });

  it('gives what comes back to the owner with the fewest, in turns', () => {
    const places = new FairSemaphore(4);
    takeAll(places, 'a');
    places.tryTake('b');
    const order: string[] = [];
    for (const owner of ['a', 'a', 'b', 'b', 'c', 'c']) places.wait(owner, () => order.push(owner));
    for (let n = 0; n < 4; n++) places.release('a');
    expect(order).toEqual(['c', 'a', 'b']); // the last slot is reserved for an owner that holds none
  });

  it('serves the waiting of one owner in the order of asking', () => {
    const places = new FairSemaphore(1);
    places.tryTake('a');
    const order: number[] = [];
    for (const n of [1, 2, 3]) places.wait('a', () => order.push(n));
    for (let n = 0; n < 3; n++) places.release('a');
    expect(order).toEqual([1, 2, 3]);
  });

  it('lets an owner that was too greedy have none of what others left, until there is room', () => {
    const places = new FairSemaphore(8);
    takeAll(places, 'a');
    expect(takeAll(places, 'b')).toBe(1);
    const order: string[] = [];
    places.wait('a', () => order.push('a'));
    places.release('b');
    expect(order).toEqual([]);
    places.release('a');
    expect(order).toEqual(['a']);
  });

  it('knows who may have no more', () => {
    const places = new FairSemaphore(4);
    takeAll(places, 'a');
    expect([places.sated, places.isFull]).toEqual([['a'], false]);
    takeAll(places, 'b');
    expect([places.sated, places.isFull]).toEqual([['a', 'b'], true]);
    places.release('a');
    places.release('a');
    expect([places.sated, places.isFull]).toEqual([[], false]);
  });

  it('skips waiters that gave up', () => {
    const places = new FairSemaphore(1);
    places.tryTake('a');
    const order: string[] = [];
    const giveUp = places.wait('a', () => order.push('gone'));
    places.wait('a', () => order.push('next'));
    giveUp();
    giveUp();
    places.release('a');
    expect(order).toEqual(['next']);
  });

  it('remembers nothing of owners that hold and want nothing', () => {
    const places = new FairSemaphore(1);
    for (let n = 0; n < 100; n++) {
      places.tryTake(`${n}`);
      places.wait(`${n}`, () => {})();
      places.release(`${n}`);
    }
    expect(places.isIdle).toBe(true);
  });

  describe('of which many are taken at once', () => {
    it('gives an owner as many as there are, and others a part of the further ones', () => {
      const places = new FairSemaphore(100);
      expect([places.tryTake('a', 101), places.tryTake('a', 90), places.tryTake('a', 11)]).toEqual([
        false,
        true,
        false,
      ]);
      expect([places.tryTake('b', 19), places.tryTake('b', 18), places.tryTake('c', 9)]).toEqual([
        false,
        true,
        true,
      ]);
    });

    it('gives them at once to whoever waits when there are enough', () => {
      const order: string[] = [];
      new FairSemaphore(100).wait('a', () => order.push('a'), 100);
      expect(order).toEqual(['a']);
    });

    it('lets nobody that waits for few pass another owner that waits for many', () => {
      const places = new FairSemaphore(100);
      places.tryTake('a', 80);
      const order: string[] = [];
      places.wait('b', () => order.push('b'), 60);
      places.wait('a', () => order.push('a'), 1);
      expect(order).toEqual([]);
      places.release('a', 40);
      expect(order).toEqual(['b']);
    });

    it('does not hold up others for an owner that has all of its own', () => {
      const places = new FairSemaphore(100);
      places.tryTake('a', 90);
      const order: string[] = [];
      places.wait('a', () => order.push('a'), 20);
      places.wait('b', () => order.push('b'), 10);
      expect(order).toEqual(['b']);
    });

    it('lets those behind go on when one that waits for many gives up', () => {
      const places = new FairSemaphore(100);
      places.tryTake('a', 80);
      const order: string[] = [];
      const giveUp = places.wait('b', () => order.push('b'), 60);
      places.wait('c', () => order.push('c'), 10);
      expect(order).toEqual([]);
      giveUp();
      expect(order).toEqual(['c']);
    });

    it('counts what is used already, and lets nobody in until that is given back', () => {
      const places = new FairSemaphore(100);
      places.take('a', 300);
      expect([places.tryTake('a'), places.tryTake('b')]).toEqual([false, false]);
      places.release('a', 250);
      expect([places.tryTake('a', 50), places.tryTake('b', 13)]).toEqual([true, true]);
    });
  });
});
