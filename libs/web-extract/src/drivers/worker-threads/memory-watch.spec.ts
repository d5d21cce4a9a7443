import { MemoryWatch } from './memory-watch.js';

const MIB = 1024 * 1024;

describe('MemoryWatch', () => {
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
    const end = new MemoryWatch(100).begin(onTooMuch);
    look(900);
    look(1090);
    look(1050);
    expect(end()).toBe(90);
    expect(onTooMuch).not.toHaveBeenCalled();
  });

  it('allows as much for each that runs, and ends the oldest first, one at a time', () => {
    const watch = new MemoryWatch(100);
    const ended: string[] = [];
    have(1000);
    const endFirst = watch.begin(() => ended.push('first'));
    watch.begin(() => ended.push('second'));
    look(1190);
    expect(ended).toEqual([]);
    look(1210);
    look(1300);
    expect(ended).toEqual(['first']);
    endFirst();
    look(1310);
    expect(ended).toEqual(['first', 'second']);
  });

  it('does not count what the host takes, or keeps after it was freed', () => {
    have(1000, 200);
    const end = new MemoryWatch(100).begin(() => undefined);
    look(1500, 690);
    look(1400, 100);
    expect(end()).toBe(400);
    have(1400, 500);
    const endNext = new MemoryWatch(100).begin(() => undefined);
    look(1450, 100);
    expect(endNext()).toBe(50);
  });

  it('measures once for all that begin soon after each other', () => {
    const watch = new MemoryWatch(100);
    for (let conversion = 0; conversion < 5; conversion++) watch.begin(() => undefined)();
    expect(process.memoryUsage).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(250);
    watch.begin(() => undefined)();
    expect(process.memoryUsage).toHaveBeenCalledTimes(2);
  });

  it('does not look at what has only just begun', () => {
    const watch = new MemoryWatch(100);
    const endFirst = watch.begin(() => undefined);
    jest.advanceTimersByTime(20);
    const endSecond = watch.begin(() => undefined);
    endFirst();
    jest.advanceTimersByTime(5);
    expect(process.memoryUsage).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(25);
    expect(process.memoryUsage).toHaveBeenCalledTimes(2);
    endSecond();
  });

  it('looks only while something runs', () => {
    const end = new MemoryWatch(100).begin(() => undefined);
    expect(jest.getTimerCount()).toBe(1);
    end();
    expect(jest.getTimerCount()).toBe(0);
  });
});
