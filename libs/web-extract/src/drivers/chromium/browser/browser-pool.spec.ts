import { BrowserGoneError } from './browser-errors.js';
import { BrowserPool } from './browser-pool.js';
import type { RunningBrowser } from './running-browser.js';

/** A pool of browsers that answer unless a test says otherwise. */
function open(maxBrowsers: number) {
  const started: { name: number; answers: boolean; isWornOut: boolean; isClosed: boolean }[] = [];
  const launch = async () => {
    const state = { name: started.length, answers: true, isWornOut: false, isClosed: false };
    started.push(state);
    return {
      ...state,
      get isWornOut() {
        return state.isWornOut;
      },
      process: {
        hasEnded: false,
        gone: new Promise(() => {}),
        close: async () => void (state.isClosed = true),
      },
      enter: () => () => {},
      answers: async () => state.answers,
      retire: () => void (state.isWornOut = true),
    } as unknown as RunningBrowser;
  };
  const pool = new BrowserPool(maxBrowsers, launch);
  const enter = async (owner: string) => {
    const { browser, leave } = await pool.enter(owner);
    return { name: (browser as unknown as { name: number }).name, leave };
  };
  return { pool, enter, started };
}

describe('BrowserPool', () => {
  afterEach(() => jest.useRealTimers());

  it('uses one browser for all pages of an owner', async () => {
    const { enter } = open(4);
    const uses = await Promise.all([enter('anna'), enter('anna'), enter('anna')]);
    expect(uses.map(({ name }) => name)).toEqual([0, 0, 0]);
  });

  it('uses different browsers for owners that are active at the same time', async () => {
    const { enter } = open(4);
    const uses = await Promise.all([enter('anna'), enter('bert'), enter('anna'), enter('carl')]);
    expect(uses.map(({ name }) => name)).toEqual([0, 1, 0, 2]);
  });

  it('passes an idle browser to the next owner', async () => {
    const { enter } = open(4);
    await (await enter('anna')).leave();
    expect((await enter('bert')).name).toBe(0);
  });

  it('returns the idle browser that the owner used last', async () => {
    const { enter } = open(4);
    const [anna, bert] = await Promise.all([enter('anna'), enter('bert')]);
    await Promise.all([anna.leave(), bert.leave()]);
    expect((await enter('bert')).name).toBe(1);
  });

  it('uses a browser for no other owner before the pages of its owner have ended', async () => {
    const { enter } = open(4);
    const [first, second] = await Promise.all([enter('anna'), enter('anna')]);
    await first.leave();
    await first.leave();
    expect((await enter('bert')).name).toBe(1);
    await second.leave();
    expect((await enter('carl')).name).toBe(0);
  });

  it('replaces a browser that does not answer after the pages of its owner', async () => {
    const { enter, started } = open(4);
    const anna = await enter('anna');
    started[0]!.answers = false;
    await anna.leave();
    expect(started[0]!.isWornOut).toBe(true);
    expect((await enter('bert')).name).toBe(1);
  });

  it('shares the browser with the fewest pages when more owners than browsers are active', async () => {
    const { enter } = open(2);
    await Promise.all([enter('anna'), enter('anna'), enter('bert')]);
    expect((await enter('carl')).name).toBe(1);
  });

  it('releases the browser of an owner when it does not start', async () => {
    let attempts = 0;
    const pool = new BrowserPool(1, async () => {
      attempts++;
      throw new BrowserGoneError('none');
    });
    await expect(pool.enter('anna')).rejects.toThrow(BrowserGoneError);
    await expect(pool.enter('bert')).rejects.toThrow(BrowserGoneError);
    expect([attempts, await pool.isAvailable()]).toEqual([2, false]);
  });

  it('ends idle browsers after a while, except the first one', async () => {
    jest.useFakeTimers();
    const { enter, started } = open(4);
    const uses = await Promise.all([enter('anna'), enter('bert'), enter('carl')]);
    await Promise.all(uses.slice(0, 2).map(({ leave }) => leave()));
    await jest.advanceTimersByTimeAsync(60_000);
    expect(started.map(({ isClosed }) => isClosed)).toEqual([false, true, false]);
  });

  it('ends every browser and starts no further one when it is closed', async () => {
    const { pool, enter, started } = open(4);
    await Promise.all([enter('anna'), enter('bert')]);
    await pool.close();
    expect(started.map(({ isClosed }) => isClosed)).toEqual([true, true]);
    await expect(enter('anna')).rejects.toThrow(BrowserGoneError);
  });
});
