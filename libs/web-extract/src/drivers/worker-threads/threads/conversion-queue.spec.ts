import { UnavailableError } from '../../../model/errors.js';
import { ConversionQueue } from './conversion-queue.js';

const SCRAPE = { owner: 'anna', priority: 'scrape' } as const;
const CRAWL = { owner: 'anna', priority: 'crawl' } as const;
const of = (owner: string) => ({ ...SCRAPE, owner });

describe('ConversionQueue', () => {
  it('gives out each place once, the last used first', async () => {
    const queue = new ConversionQueue({ places: ['a', 'b'], maxWaiting: 10 });
    expect(await queue.enter(SCRAPE)).toBe('a');
    queue.leave('a');
    expect(await queue.enter(SCRAPE)).toBe('a');
    expect(await queue.enter(SCRAPE)).toBe('b');
    const third = queue.enter(SCRAPE);
    queue.leave('b');
    expect(await third).toBe('b');
  });

  it('lets scrapes go before crawls, each in order of arrival', async () => {
    const queue = new ConversionQueue({ places: ['only'], maxWaiting: 10 });
    await queue.enter(CRAWL);
    const order: string[] = [];
    const enter = (name: string, priority: 'scrape' | 'crawl') =>
      queue.enter({ ...SCRAPE, priority }).then(() => order.push(name));
    const all = [enter('c1', 'crawl'), enter('s1', 'scrape'), enter('c2', 'crawl'), enter('s2', 'scrape')];
    for (let times = 0; times < all.length; times++) {
      queue.leave('only');
      await new Promise(setImmediate);
    }
    await Promise.all(all);
    expect(order).toEqual(['s1', 's2', 'c1', 'c2']);
  });

  it('refuses whoever would make it too long', async () => {
    const queue = new ConversionQueue({ places: ['only'], maxWaiting: 1 });
    await queue.enter(SCRAPE);
    const second = queue.enter(SCRAPE);
    await expect(queue.enter(SCRAPE)).rejects.toThrow(UnavailableError);
    queue.leave('only');
    expect(await second).toBe('only');
  });

  it('gives places to owners in turns, the one with the fewest first', async () => {
    const queue = new ConversionQueue({ places: ['one', 'two'], maxWaiting: 10 });
    await queue.enter(of('anna'));
    await queue.enter(of('anna'));
    const order: string[] = [];
    const enter = (name: string) => queue.enter(of(name)).then(() => order.push(name));
    const all = ['anna', 'anna', 'berta', 'berta', 'clara'].map(enter);
    for (let times = 0; times < all.length; times++) {
      queue.leave(times % 2 ? 'two' : 'one');
      await new Promise(setImmediate);
    }
    await Promise.all(all);
    expect(order.slice(0, 3).sort()).toEqual(['anna', 'berta', 'clara']);
    queue.close(new Error('over'));
  });

  it('has room for another owner when one has filled its own', async () => {
    const queue = new ConversionQueue({ places: ['only'], maxWaiting: 2 });
    await queue.enter(of('anna'));
    const waiting = [queue.enter(of('anna')), queue.enter(of('anna'))];
    await expect(queue.enter(of('anna'))).rejects.toThrow(UnavailableError);
    const other = queue.enter(of('berta'));
    queue.leave('only');
    await Promise.race([...waiting, other]);
    queue.leave('only');
    expect(await other).toBe('only');
    queue.leave('only');
    await Promise.all(waiting);
    queue.close(new Error('over'));
  });

  it('lets go whoever is aborted, and nobody else', async () => {
    const queue = new ConversionQueue({ places: ['only'], maxWaiting: 2 });
    await queue.enter(SCRAPE);
    const controller = new AbortController();
    const impatient = queue.enter(SCRAPE, controller.signal);
    const patient = queue.enter(SCRAPE);
    controller.abort(new Error('enough'));
    await expect(impatient).rejects.toThrow('enough');
    expect(queue.length).toBe(1);
    queue.leave('only');
    expect(await patient).toBe('only');
    await expect(queue.enter(SCRAPE, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  });

  describe('with a spare place', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => {
      expect(jest.getTimerCount()).toBe(0);
      jest.useRealTimers();
    });

    /** Notes which place each gets. */
    function open() {
      const queue = new ConversionQueue({ places: ['place'], spare: 'spare', maxWaiting: 10 });
      const given: string[] = [];
      const enter = () => void queue.enter(CRAWL).then((place) => given.push(place));
      const after = (ms: number) => jest.advanceTimersByTimeAsync(ms);
      return { queue, given, enter, after };
    }

    it('keeps it while ordinary work goes on', async () => {
      const { queue, given, enter, after } = open();
      for (let n = 0; n < 9; n++) enter();
      for (let n = 0; n < 9; n++) {
        await after(30);
        queue.leave('place');
      }
      await after(100);
      expect(given).toEqual(Array.from({ length: 9 }, () => 'place'));
    });

    it('gives it to those whom one holds up, until that one is done', async () => {
      const { queue, given, enter, after } = open();
      for (let n = 0; n < 5; n++) enter();
      await after(100);
      expect(given).toEqual(['place', 'spare']);
      queue.leave('spare');
      await after(0);
      expect(given).toEqual(['place', 'spare', 'spare']);
      queue.leave('place');
      queue.leave('spare');
      await after(40);
      expect(given).toEqual(['place', 'spare', 'spare', 'place']);
      queue.leave('place');
      await after(40);
      queue.leave('place');
      enter();
      enter();
      await after(100);
      expect(given.slice(4)).toEqual(['place', 'place', 'spare']);
      queue.leave('spare');
      queue.leave('place');
      await after(100);
    });
  });

  describe('with a place for guests', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    function open() {
      const queue = new ConversionQueue({ places: ['one', 'two'], guests: 'guests', maxWaiting: 10 });
      const given: string[] = [];
      const enter = (owner: string) =>
        void queue.enter(of(owner)).then(
          (place) => given.push(`${owner} ${place}`),
          () => {},
        );
      const after = (ms: number) => jest.advanceTimersByTimeAsync(ms);
      return { queue, given, enter, after };
    }

    it('gives it to an owner that another one holds up, page after page', async () => {
      const { queue, given, enter, after } = open();
      for (const owner of ['anna', 'anna', 'anna', 'berta', 'berta']) enter(owner);
      await after(100);
      expect(given).toEqual(['anna one', 'anna two', 'berta guests']);
      await after(1_000);
      queue.leave('guests');
      await after(0);
      expect(given.slice(3)).toEqual(['berta guests']);
      queue.leave('guests');
      await after(1_000);
      expect(given).toHaveLength(4); // anna holds two
      queue.close(new Error('over'));
    });

    it('gives it to nobody while one owner is alone, or while work goes on', async () => {
      const { queue, given, enter, after } = open();
      for (let n = 0; n < 4; n++) enter('anna');
      await after(1_000);
      expect(given).toEqual(['anna one', 'anna two']);
      enter('berta');
      await after(20);
      queue.leave('one');
      await after(40);
      expect(given.slice(2)).toEqual(['berta one']);
      queue.close(new Error('over'));
    });
  });

  it('refuses all when it closes', async () => {
    const queue = new ConversionQueue({ places: ['only'], maxWaiting: 2 });
    await queue.enter(SCRAPE);
    const waiting = queue.enter(CRAWL);
    queue.close(new UnavailableError('closing'));
    await expect(waiting).rejects.toThrow('closing');
    await expect(queue.enter(SCRAPE)).rejects.toThrow('closing');
  });
});
