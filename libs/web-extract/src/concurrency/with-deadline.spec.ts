import { withDeadline } from './with-deadline.js';

const late = () => new Error('too late');

/** Work that runs until its signal fires, then rejects. */
const endless = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('interrupted'))));

describe('withDeadline', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('hands on what the work gives, and leaves no timer', async () => {
    await expect(withDeadline(100, undefined, late, async () => 7)).resolves.toBe(7);
    await expect(withDeadline(100, undefined, late, () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    );
    expect(jest.getTimerCount()).toBe(0);
  });

  it('interrupts the work when time is up, and says that and nothing else', async () => {
    const running = withDeadline(100, undefined, late, endless);
    jest.advanceTimersByTime(100);
    await expect(running).rejects.toThrow('too late');
  });

  it('does not wait for work that ignores its signal', async () => {
    const running = withDeadline(100, undefined, late, () => new Promise(() => undefined));
    jest.advanceTimersByTime(100);
    await expect(running).rejects.toThrow('too late');
  });

  it('ends with the reason of the caller, given before or while it runs', async () => {
    const caller = new AbortController();
    const running = withDeadline(100, caller.signal, late, endless);
    caller.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    await expect(withDeadline(100, caller.signal, late, endless)).rejects.toThrow('enough');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('starts no timer for work without a caller', async () => {
    const caller = new AbortController();
    let goOn = (): void => undefined;
    const running = withDeadline(100, caller.signal, late, (_, clock) => {
      clock.stop();
      goOn = () => clock.go();
      return new Promise(() => undefined);
    });
    caller.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    goOn();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('leaves no listener on the signal of the caller', async () => {
    const { signal } = new AbortController();
    const [add, remove] = [jest.spyOn(signal, 'addEventListener'), jest.spyOn(signal, 'removeEventListener')];
    await withDeadline(100, signal, late, async () => 7);
    expect([add.mock.calls.length, remove.mock.calls.length]).toEqual([1, 1]);
  });

  it('takes times beyond what a timer counts for very long ones', async () => {
    jest.useRealTimers();
    await expect(
      withDeadline(2 ** 40, undefined, late, () => new Promise((resolve) => setTimeout(resolve, 20, 7))),
    ).resolves.toBe(7);
  });
});
