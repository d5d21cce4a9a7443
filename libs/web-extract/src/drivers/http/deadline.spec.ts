import { setImmediate as aTurn } from 'node:timers';
import { FetchTimeoutError } from '../../model/errors.js';
import { Deadline } from './deadline.js';

describe('Deadline', () => {
  let deadline: Deadline;
  const start = (timeoutMs = 1000, signal?: AbortSignal) =>
    (deadline = new Deadline('http://example.com/', timeoutMs, signal));

  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => {
    deadline.dispose();
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });

  it('lets a step end as it will', async () => {
    start();
    await expect(deadline.race((resolve) => (resolve('done'), jest.fn()))).resolves.toBe('done');
    await expect(deadline.until(Promise.reject(new RangeError('failed')))).rejects.toThrow('failed');
  });

  it('ends a step when the time is over, and undoes it', async () => {
    start(1000);
    const undo = jest.fn();
    const step = deadline.race(() => undo);
    jest.advanceTimersByTime(999);
    expect(undo).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    await expect(step).rejects.toThrow(FetchTimeoutError);
    expect(undo).toHaveBeenCalledTimes(1);
  });

  it('does not undo what is over', async () => {
    start(1000);
    const undo = jest.fn();
    await deadline.race<void>((resolve) => (resolve(), undo));
    jest.advanceTimersByTime(1000);
    expect(undo).not.toHaveBeenCalled();
  });

  it('ends a pause early, leaving no timer', async () => {
    start(1000);
    const pause = deadline.sleep(5000);
    deadline.end(new RangeError('enough'));
    await expect(pause).rejects.toThrow('enough');
  });

  it('begins nothing once it has ended', async () => {
    start().end(new RangeError('enough'));
    const begin = jest.fn();
    await expect(deadline.race(begin)).rejects.toThrow('enough');
    expect(begin).not.toHaveBeenCalled();
    expect(deadline.hasEnded).toBe(true);
  });

  it('leaves no failure unheard of work that began after its end', async () => {
    start().end(new RangeError('enough'));
    await expect(deadline.until(Promise.reject(new RangeError('too late')))).rejects.toThrow('enough');
    await new Promise(aTurn); // an unheard rejection would fail this test here
  });

  it('follows its signal, before and after its start', async () => {
    const controller = new AbortController();
    start(1000, controller.signal);
    const step = deadline.race(() => jest.fn());
    controller.abort('why not');
    await expect(step).rejects.toBe('why not');
    deadline.dispose();
    start(1000, controller.signal);
    await expect(deadline.sleep(1)).rejects.toBe('why not');
  });

  it('tells the time that is left', () => {
    start(1000);
    jest.advanceTimersByTime(400);
    expect(deadline.remainingMs).toBeCloseTo(600, 0);
  });

  it('takes more time than a timer can for the most a timer can', () => {
    start(Number.MAX_SAFE_INTEGER);
    jest.advanceTimersByTime(1000);
    expect(deadline.hasEnded).toBe(false);
  });
});
