import { UnavailableError } from '../../../model/errors.js';
import { urlOf } from '../../../testing/contracts/crawl-store/samples.contract.js';
import { ActiveTask } from './active-task.js';

describe('ActiveTask', () => {
  const task = { ...urlOf('/a'), crawlId: 'c', lease: 'l', attempts: 0 };
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('leaves its host once', () => {
    const leave = jest.fn();
    const active = new ActiveTask(task, leave);
    active.leaveHost();
    active.leaveHost();
    expect(leave).toHaveBeenCalledTimes(1);
  });

  it('waits until what is busy has time', async () => {
    const work = jest.fn(async () => 'stored');
    for (let n = 0; n < 3; n++) work.mockRejectedValueOnce(new UnavailableError('the disk is full'));
    const done = new ActiveTask(task, null).whenPossible(work);
    await jest.runAllTimersAsync();
    expect(await done).toBe('stored');
  });

  it('waits no longer than anybody wants it', async () => {
    const active = new ActiveTask(task, null);
    const done = active.whenPossible(() => Promise.reject(new UnavailableError('the disk is full')));
    active.abort(new Error('the lease was lost'));
    await jest.runAllTimersAsync();
    expect(await done).toBeNull();
    const work = jest.fn();
    expect(await active.whenPossible(work)).toBeNull();
    expect(work).not.toHaveBeenCalled();
  });

  it('does not try again what is no matter of time', async () => {
    const fault = new Error('a fault of ours');
    await expect(new ActiveTask(task, null).whenPossible(() => Promise.reject(fault))).rejects.toBe(fault);
  });
});
