import { Throttle } from './throttle.js';

describe('Throttle', () => {
  let throttle: Throttle;
  let done: string[];
  beforeEach(() => {
    jest.useFakeTimers();
    throttle = new Throttle(100);
    done = [];
  });
  afterEach(() => {
    throttle.close();
    jest.useRealTimers();
  });
  const run = (key: string, what: string) => throttle.run(key, () => done.push(what));

  it('lets the first through at once and the last at the end of the pause', () => {
    for (const what of ['first', 'second', 'last']) run('a', what);
    expect(done).toEqual(['first']);
    jest.advanceTimersByTime(100);
    expect(done).toEqual(['first', 'last']);
  });

  it('lets through once a pause, however much comes', () => {
    for (let n = 0; n < 100; n++) {
      run('a', `${n}`);
      jest.advanceTimersByTime(10);
    }
    jest.advanceTimersByTime(100);
    expect(done).toHaveLength(11);
    expect(done.at(-1)).toBe('99');
  });

  it('does not hold up one key for another, nor one that rested', () => {
    run('a', 'a');
    run('b', 'b');
    jest.advanceTimersByTime(100);
    run('a', 'a again');
    expect(done).toEqual(['a', 'b', 'a again']);
  });

  it('lets nothing through after its end', () => {
    run('a', 'first');
    run('a', 'second');
    throttle.close();
    jest.advanceTimersByTime(1_000);
    expect(done).toEqual(['first']);
    expect(jest.getTimerCount()).toBe(0);
  });
});
