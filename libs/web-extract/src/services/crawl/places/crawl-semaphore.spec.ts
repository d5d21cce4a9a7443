import { sharedSlotsContract } from '../../../concurrency/shared-slots.contract.js';
import { CrawlSemaphore } from './crawl-semaphore.js';

const nobody = () => {};
const anna = () => ({ owner: 'anna' });

describe('CrawlSemaphore', () => {
  sharedSlotsContract((most) => {
    const slots = new CrawlSemaphore(most);
    return {
      take: (owner, call) => slots.take({ owner }, call),
      release: (owner) => slots.giveBack({ owner }),
    };
  });

  it('gives as many places as there are', () => {
    const places = new CrawlSemaphore(2);
    const who = anna();
    expect([1, 2, 3].map(() => places.take(who, nobody))).toEqual([true, true, false]);
    places.giveBack(who);
    expect(places.take(who, nobody)).toBe(true);
  });

  it('gives places in turns to those who wait, however much one of them asks', () => {
    const places = new CrawlSemaphore(3);
    const turns: string[] = [];
    const takers = ['greedy', 'a', 'b'].map((name) => {
      const taker = {
        ...anna(),
        take: () => places.take(taker, () => taker.take() && void turns.push(name)),
      };
      return taker;
    });
    for (let n = 0; n < 3; n++) takers[0]!.take();
    for (let round = 0; round < 4; round++) {
      for (const taker of takers) for (let n = 0; n < 5; n++) taker.take();
      for (let n = 0; n < 3; n++) places.giveBack(anna());
    }
    expect(turns).toEqual([...Array(4)].flatMap(() => ['greedy', 'a', 'b']));
  });

  it('keeps a place for whoever was called', () => {
    const places = new CrawlSemaphore(1);
    const [first, second, third] = [anna(), anna(), anna()];
    places.take(first, nobody);
    places.take(second, nobody);
    places.giveBack(anna());
    expect(places.take(third, nobody)).toBe(false);
    expect(places.take(second, nobody)).toBe(true);
  });

  it('calls the next one when somebody leaves before or after his call', () => {
    const places = new CrawlSemaphore(1);
    const [holder, leaver, called, last] = [anna(), anna(), anna(), anna()];
    let isCalled = false;
    places.take(holder, nobody);
    places.take(leaver, nobody);
    places.take(called, nobody);
    places.take(last, () => (isCalled = true));
    places.leave(leaver);
    places.giveBack(anna());
    expect(isCalled).toBe(false);
    places.leave(called);
    expect(isCalled).toBe(true);
    expect(places.take(last, nobody)).toBe(true);
    places.giveBack(anna());
    expect(places.take(leaver, nobody)).toBe(true);
  });

  it('gives owners their turns, whoever has how many crawls that wait', () => {
    const places = new CrawlSemaphore(1);
    const takers = ['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => ({ owner: name.charAt(0), name }));
    const order: string[] = [];
    places.take(takers[0]!, nobody);
    places.take({ owner: 'c' }, nobody); // the place that is there for others
    for (const taker of takers.slice(1)) places.take(taker, () => order.push(taker.name));
    places.giveBack({ owner: 'c' });
    for (const name of ['a', 'b', 'a']) places.giveBack({ owner: name });
    expect(order).toEqual(['b1', 'a2', 'b2', 'a3']);
  });
});
