import { MemoryLimiter, type WatchedTask } from './memory-limiter.js';

const MIB = 1024 * 1024;

const task = (given: Partial<WatchedTask> = {}): WatchedTask => ({
  owner: 'one',
  memory: () => null,
  onTooMuch: () => undefined,
  ...given,
});

describe('MemoryLimiter', () => {
  let memory = { rss: 0, heapTotal: 0, external: 0 };
  const have = (residentMb: number, ownMb = 200) => {
    memory = { rss: residentMb * MIB, heapTotal: 100 * MIB, external: (ownMb - 100) * MIB };
  };
  const look = (residentMb: number, ownMb = 200) => {
    have(residentMb, ownMb);
    jest.advanceTimersByTime(25);
  };

  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(process, 'memoryUsage').mockImplementation((() => memory) as typeof process.memoryUsage);
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('counts from what was there before, and tells the growth', () => {
    const onTooMuch = jest.fn();
    have(1000);
    const end = new MemoryLimiter(100).begin(task({ onTooMuch }));
    look(900);
    look(1090);
    look(1050);
    expect(end()).toBe(90);
    expect(onTooMuch).not.toHaveBeenCalled();
  });

  it('allows as much for each that runs, and ends the newest first, one at a time', () => {
    const watch = new MemoryLimiter(100);
    const ended: string[] = [];
    have(1000);
    watch.begin(task({ onTooMuch: (isCertain) => ended.push(`first ${isCertain}`) }));
    jest.advanceTimersByTime(1);
    const endSecond = watch.begin(task({ onTooMuch: (isCertain) => ended.push(`second ${isCertain}`) }));
    look(1190);
    expect(ended).toEqual([]);
    look(1210);
    look(1300);
    expect(ended).toEqual(['second false']);
    endSecond();
    look(1310);
    expect(ended).toEqual(['second false', 'first true']);
  });

  describe('with figures of the threads', () => {
    const MB = MIB;
    let ended: string[];
    let watch: MemoryLimiter;
    beforeEach(() => {
      ended = [];
      watch = new MemoryLimiter(100);
      have(1000);
    });
    const begin = (name: string, grownMb: number | null, more: Partial<WatchedTask> = {}) => {
      jest.advanceTimersByTime(1);
      return watch.begin(
        task({
          owner: name,
          memory: () => (grownMb === null ? null : { grownBytes: grownMb * MB, ageMs: 0 }),
          onTooMuch: (isCertain) => ended.push(`${name} ${isCertain}`),
          ...more,
        }),
      );
    };

    it('ends the thread that has too much, whichever is older, before the process has', () => {
      begin('honest', 20);
      begin('bomb', 110);
      begin('other', 30);
      look(1160);
      expect(ended).toEqual(['bomb true']);
    });

    it('ends a thread that cannot say what it has before those that can', () => {
      begin('silent', null);
      begin('known', 90);
      look(1210);
      expect(ended).toEqual(['silent false']);
    });

    it('ends what is tried again last, and then for certain', () => {
      const endRetry = begin('retry', null, { isRetry: true });
      jest.advanceTimersByTime(1);
      const endOther = begin('other', 50);
      look(1210);
      expect(ended).toEqual(['other false']);
      endOther();
      look(1110);
      expect(ended).toEqual(['other false', 'retry true']);
      endRetry();
    });

    it('suspects the owner first whose work took too much before', () => {
      begin('bomber', 110)();
      const endBomb = begin('bomber', 110);
      look(1010);
      expect(ended).toEqual(['bomber true']);
      endBomb();
      begin('bomber', 10);
      begin('silent', null);
      look(1250);
      expect(ended).toEqual(['bomber true', 'bomber false']);
    });

    it('measures threads from outside once the process has grown by half of what one may take', () => {
      const measure = jest.fn();
      begin('one', null, { measure });
      look(1040);
      expect(measure).not.toHaveBeenCalled();
      look(1060);
      expect(measure).toHaveBeenCalledTimes(1);
    });

    it('tries one task at a time again', async () => {
      const order: string[] = [];
      let finish = () => {};
      const first = watch.retry({ owner: 'a', priority: 'scrape' }, undefined, async () => {
        order.push('first begins');
        await new Promise<void>((resolve) => (finish = resolve));
        order.push('first ends');
      });
      const second = watch.retry({ owner: 'b', priority: 'scrape' }, undefined, async () => {
        order.push('second');
      });
      await Promise.resolve();
      finish();
      await Promise.all([first, second]);
      expect(order).toEqual(['first begins', 'first ends', 'second']);
    });
  });

  it('does not count what the host takes, or keeps after it was freed', () => {
    have(1000, 200);
    const end = new MemoryLimiter(100).begin(task());
    look(1500, 690);
    look(1400, 100);
    expect(end()).toBe(400);
    have(1400, 500);
    const endNext = new MemoryLimiter(100).begin(task());
    look(1450, 100);
    expect(endNext()).toBe(50);
  });

  it('measures once for all that begin soon after each other', () => {
    const watch = new MemoryLimiter(100);
    for (let conversion = 0; conversion < 5; conversion++) watch.begin(task())();
    expect(process.memoryUsage).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(250);
    watch.begin(task())();
    expect(process.memoryUsage).toHaveBeenCalledTimes(2);
  });

  it('does not look at what has only just begun', () => {
    const watch = new MemoryLimiter(100);
    const endFirst = watch.begin(task());
    jest.advanceTimersByTime(20);
    const endSecond = watch.begin(task());
    endFirst();
    jest.advanceTimersByTime(5);
    expect(process.memoryUsage).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(25);
    expect(process.memoryUsage).toHaveBeenCalledTimes(2);
    endSecond();
  });

  it('looks only while something runs', () => {
    const end = new MemoryLimiter(100).begin(task());
    expect(jest.getTimerCount()).toBe(1);
    end();
    expect(jest.getTimerCount()).toBe(0);
  });
});
