import { Wake } from './wake.js';

describe('Wake', () => {
  beforeEach(() => jest.useFakeTimers({ now: 1_000 }));
  afterEach(() => jest.useRealTimers());

  it('calls back at the earliest time asked for, and only then', () => {
    const rings: number[] = [];
    const wake = new Wake(() => rings.push(Date.now()));
    wake.at(1_500);
    wake.at(1_200);
    wake.at(1_300);
    jest.advanceTimersByTime(2_000);
    expect(rings).toEqual([1_200]);
    wake.at(3_100);
    jest.advanceTimersByTime(100);
    expect(rings).toEqual([1_200, 3_100]);
  });

  it('calls back at once for a time that has passed', () => {
    const onTime = jest.fn();
    new Wake(onTime).at(5);
    jest.advanceTimersByTime(1);
    expect(onTime).toHaveBeenCalledTimes(1);
  });

  it('does not call back early for a time beyond what timers can count', () => {
    const setTimer = jest.spyOn(globalThis, 'setTimeout');
    new Wake(() => {}).at(Date.now() + 1e12);
    expect(setTimer).toHaveBeenCalledWith(expect.any(Function), 2 ** 31 - 1);
  });

  it('leaves no timer behind and sets no other when it is closed', () => {
    const wake = new Wake(() => {});
    wake.at(1_500);
    wake.close();
    wake.at(1_600);
    expect(jest.getTimerCount()).toBe(0);
  });
});
