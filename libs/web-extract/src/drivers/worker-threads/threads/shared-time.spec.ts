import { shareTime } from './shared-time.js';

describe('shareTime', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const begin = (isNeeded: () => boolean) => {
    const said: string[] = [];
    const end = shareTime({
      softMs: 1_000,
      hardMs: 2_000,
      isNeeded,
      onSoft: () => said.push('soft'),
      onHard: () => said.push('hard'),
    });
    return { said, end };
  };

  it('hurries work that others wait for, then ends it', () => {
    const { said } = begin(() => true);
    jest.advanceTimersByTime(900);
    expect(said).toEqual([]);
    jest.advanceTimersByTime(200);
    expect(said).toEqual(['soft']);
    jest.advanceTimersByTime(5_000);
    expect(said).toEqual(['soft', 'hard']);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('leaves work alone as long as no other waits', () => {
    let isNeeded = false;
    const { said, end } = begin(() => isNeeded);
    jest.advanceTimersByTime(60_000);
    expect(said).toEqual([]);
    isNeeded = true;
    jest.advanceTimersByTime(250);
    expect(said).toEqual(['soft', 'hard']);
    end();
  });

  it('ends with the work', () => {
    const { said, end } = begin(() => true);
    end();
    jest.advanceTimersByTime(60_000);
    expect(said).toEqual([]);
  });
});
