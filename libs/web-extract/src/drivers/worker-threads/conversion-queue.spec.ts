import { UnavailableError } from '../../model/errors.js';
import { ConversionQueue } from './conversion-queue.js';

describe('ConversionQueue', () => {
  it('gives out each place once, the last used first', async () => {
    const queue = new ConversionQueue(['a', 'b'], 10);
    expect(await queue.enter('scrape')).toBe('a');
    queue.leave('a');
    expect(await queue.enter('scrape')).toBe('a');
    expect(await queue.enter('scrape')).toBe('b');
    const third = queue.enter('scrape');
    queue.leave('b');
    expect(await third).toBe('b');
  });

  it('lets scrapes go before crawls, each in order of arrival', async () => {
    const queue = new ConversionQueue(['only'], 10);
    await queue.enter('crawl');
    const order: string[] = [];
    const enter = (name: string, priority: 'scrape' | 'crawl') =>
      queue.enter(priority).then(() => order.push(name));
    const all = [enter('c1', 'crawl'), enter('s1', 'scrape'), enter('c2', 'crawl'), enter('s2', 'scrape')];
    for (let times = 0; times < all.length; times++) {
      queue.leave('only');
      await new Promise(setImmediate);
    }
    await Promise.all(all);
    expect(order).toEqual(['s1', 's2', 'c1', 'c2']);
  });

  it('refuses whoever would make it too long', async () => {
    const queue = new ConversionQueue(['only'], 1);
    await queue.enter('scrape');
    const second = queue.enter('scrape');
    await expect(queue.enter('scrape')).rejects.toThrow(UnavailableError);
    queue.leave('only');
    expect(await second).toBe('only');
  });

  it('lets go whoever is aborted, and nobody else', async () => {
    const queue = new ConversionQueue(['only'], 2);
    await queue.enter('scrape');
    const controller = new AbortController();
    const impatient = queue.enter('scrape', controller.signal);
    const patient = queue.enter('scrape');
    controller.abort(new Error('enough'));
    await expect(impatient).rejects.toThrow('enough');
    expect(queue.length).toBe(1);
    queue.leave('only');
    expect(await patient).toBe('only');
    await expect(queue.enter('scrape', AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  });

  describe('with a spare place', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => {
      expect(jest.getTimerCount()).toBe(0);
      jest.useRealTimers();
    });

    /** Notes which place each gets. */
    function open() {
      const queue = new ConversionQueue(['place'], 10, 'spare');
      const given: string[] = [];
      const enter = () => void queue.enter('crawl').then((place) => given.push(place));
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

  it('refuses all when it closes', async () => {
    const queue = new ConversionQueue(['only'], 2);
    await queue.enter('scrape');
    const waiting = queue.enter('crawl');
    queue.close(new UnavailableError('closing'));
    await expect(waiting).rejects.toThrow('closing');
    await expect(queue.enter('scrape')).rejects.toThrow('closing');
  });
});
