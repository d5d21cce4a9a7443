import { UnavailableError } from '../../../model/errors.js';
import { urlOf } from '../../../testing/contracts/crawl-store/samples.contract.js';
import { TaskUnderway } from './task-underway.js';

describe('TaskUnderway', () => {
  const task = { ...urlOf('/a'), crawlId: 'c', lease: 'l', attempts: 0 };
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('leaves its host once', () => {
    const leave = jest.fn();
    const underway = new TaskUnderway(task, leave);
    underway.leaveHost();
    underway.leaveHost();
    expect(leave).toHaveBeenCalledTimes(1);
  });

  it('waits until what is busy has time', async () => {
    const work = jest.fn(async () => 'stored');
    for (let n = 0; n < 3; n++) work.mockRejectedValueOnce(new UnavailableError('the disk is full'));
    const done = new TaskUnderway(task, null).whenPossible(work);
    await jest.runAllTimersAsync();
    expect(await done).toBe('stored');
  });

  it('waits no longer than anybody wants it', async () => {
    const underway = new TaskUnderway(task, null);
    const done = underway.whenPossible(() => Promise.reject(new UnavailableError('the disk is full')));
    underway.abort(new Error('the lease was lost'));
    await jest.runAllTimersAsync();
    expect(await done).toBeNull();
    const work = jest.fn();
    expect(await underway.whenPossible(work)).toBeNull();
    expect(work).not.toHaveBeenCalled();
  });

  it('does not try again what is no matter of time', async () => {
    const fault = new Error('a fault of ours');
    await expect(new TaskUnderway(task, null).whenPossible(() => Promise.reject(fault))).rejects.toBe(fault);
  });
});
