import { FairPlaces } from './fair-places.js';

const nobody = () => {};

describe('FairPlaces', () => {
  it('gives as many places as there are', () => {
    const places = new FairPlaces(2);
    const who = {};
    expect([1, 2, 3].map(() => places.take(who, nobody))).toEqual([true, true, false]);
    places.giveBack();
    expect(places.take(who, nobody)).toBe(true);
  });

  it('gives places in turns to those who wait, however much one of them asks', () => {
    const places = new FairPlaces(3);
    const turns: string[] = [];
    const takers = ['greedy', 'a', 'b'].map((name) => {
      const taker = { take: () => places.take(taker, () => taker.take() && void turns.push(name)) };
      return taker;
    });
    for (let n = 0; n < 3; n++) takers[0]!.take();
    for (let round = 0; round < 4; round++) {
      for (const taker of takers) for (let n = 0; n < 5; n++) taker.take();
      for (let n = 0; n < 3; n++) places.giveBack();
    }
    expect(turns).toEqual([...Array(4)].flatMap(() => ['greedy', 'a', 'b']));
  });

  it('keeps a place for whoever was called', () => {
    const places = new FairPlaces(1);
    const [first, second, third] = [{}, {}, {}];
    places.take(first, nobody);
    places.take(second, nobody);
    places.giveBack();
    expect(places.take(third, nobody)).toBe(false);
    expect(places.take(second, nobody)).toBe(true);
  });

  it('calls the next one when somebody leaves before or after his call', () => {
    const places = new FairPlaces(1);
    const [holder, leaver, called, last] = [{}, {}, {}, {}];
    let isCalled = false;
    places.take(holder, nobody);
    places.take(leaver, nobody);
    places.take(called, nobody);
    places.take(last, () => (isCalled = true));
    places.leave(leaver);
    places.giveBack();
    expect(isCalled).toBe(false);
    places.leave(called);
    expect(isCalled).toBe(true);
    expect(places.take(last, nobody)).toBe(true);
    places.giveBack();
    expect(places.take(leaver, nobody)).toBe(true);
  });
});
