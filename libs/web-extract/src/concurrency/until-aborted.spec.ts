import { getEventListeners } from 'node:events';
import { pause, unlessAborted, untilAborted } from './until-aborted.js';

const reason = new Error('nobody waits');

describe('untilAborted', () => {
  it('settles as it was decided, and listens no more', async () => {
    const { signal } = new AbortController();
    await expect(untilAborted<number>(signal, (resolve) => resolve(7))).resolves.toBe(7);
    await expect(untilAborted(signal, (_, reject) => reject(reason))).rejects.toBe(reason);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('undoes what was begun when the signal fires, and gives its reason', async () => {
    const abort = new AbortController();
    const undo = jest.fn();
    const waiting = untilAborted(abort.signal, () => undo);
    abort.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    expect(undo).toHaveBeenCalledTimes(1);
  });

  it('begins nothing under a signal that has fired', async () => {
    const begin = jest.fn();
    await expect(untilAborted(AbortSignal.abort(reason), begin)).rejects.toBe(reason);
    expect(begin).not.toHaveBeenCalled();
  });

  it('needs no signal', async () => {
    await expect(untilAborted<number>(undefined, (resolve) => resolve(7))).resolves.toBe(7);
  });
});

describe('unlessAborted', () => {
  it('ignores the work when no caller waits any more, even if it fails then', async () => {
    const abort = new AbortController();
    let fail = (_: Error): void => {};
    const waiting = unlessAborted(new Promise((_, reject) => (fail = reject)), abort.signal);
    abort.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    fail(new Error('late'));
  });
});

describe('pause', () => {
  it('ends with the signal', async () => {
    const abort = new AbortController();
    const waiting = pause(3_600_000, abort.signal);
    abort.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await pause(0, undefined);
  });
});
