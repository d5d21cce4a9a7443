import { MemoryLimiter, type WatchedBrowser } from './memory-limiter.js';

const NEVER = new Promise<void>(() => {});

/** A watch with a bound of 1,000 MiB over browsers whose pages have the given sizes, and the ends that it causes. */
function open(
  browsers: Readonly<Record<string, { own?: number; pages: readonly number[]; isIdle?: boolean }>>,
) {
  const ends: string[] = [];
  const watch = new MemoryLimiter(1_000, (pid) => ends.push(`page of ${pid}`));
  for (const [name, { own = 100, pages, isIdle = false }] of Object.entries(browsers)) {
    const left = [...pages].sort((a, b) => b - a);
    const totalMb = own + pages.reduce((sum, mb) => sum + mb, 0);
    const browser: WatchedBrowser = {
      isIdle,
      readMemory: () => ({ ownMb: own, totalMb }),
      processes: {
        takeVictim: () => {
          const mb = left.shift();
          return mb === undefined ? null : { pid: mb, mb };
        },
      },
      retire: () => ends.push(`idle ${name}`),
      kill: () => ends.push(`all of ${name}`),
    };
    watch.add(browser, NEVER);
  }
  watch.look();
  return ends;
}

describe('MemoryLimiter', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('ends nothing while all browsers together are within the bound', () => {
    expect(open({ anna: { pages: [300] }, bert: { pages: [400, 100] } })).toEqual([]);
  });

  it('ends the largest page of the browser that uses the most', () => {
    expect(open({ anna: { pages: [301, 302] }, bert: { pages: [400] } })).toEqual(['page of 302']);
  });

  it('ends pages one by one until the rest is within the bound, each time of the browser that uses the most', () => {
    const ends = open({ anna: { pages: [401, 200] }, bert: { pages: [402] }, carl: { pages: [50] } });
    expect(ends).toEqual(['page of 401']);
    const more = open({ anna: { pages: [700] }, bert: { pages: [600] }, carl: { pages: [650] } });
    expect(more).toEqual(['page of 700', 'page of 650']);
  });

  it('ends idle browsers before pages', () => {
    const ends = open({ anna: { pages: [800] }, bert: { pages: [50], isIdle: true } });
    expect(ends).toEqual(['idle bert']);
  });

  it('ends a browser that uses most of the bound without its pages', () => {
    expect(open({ anna: { own: 600, pages: [200] }, bert: { pages: [300] } })).toEqual(['all of anna']);
  });

  it('does nothing while no page is open', () => {
    expect(open({ anna: { pages: [1_500], isIdle: true } })).toEqual([]);
  });

  it('watches until the last browser has ended', async () => {
    const watch = new MemoryLimiter(1_000);
    const browser = { isIdle: true } as WatchedBrowser;
    watch.add(browser, Promise.resolve());
    expect(jest.getTimerCount()).toBe(1);
    await Promise.resolve();
    expect(jest.getTimerCount()).toBe(0);
  });
});
