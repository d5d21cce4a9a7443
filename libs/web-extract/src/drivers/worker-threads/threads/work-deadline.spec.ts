import { WorkDeadline } from './work-deadline.js';

const TIMEOUT_MS = 1_000;

describe('WorkDeadline', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });

  /** A deadline on a machine that gives the process this share of a processor. */
  function open(share: number, isPatient: () => boolean = () => true) {
    const onOver = jest.fn();
    const processorMs = () => performance.now() * share;
    const deadline = new WorkDeadline({ timeoutMs: TIMEOUT_MS, isPatient, onOver, processorMs });
    const isOverAfter = async (ms: number) => {
      await jest.advanceTimersByTimeAsync(ms);
      return onOver.mock.calls.length > 0;
    };
    return { deadline, isOverAfter };
  }

  it('comes in time where the process computes all the time', async () => {
    const { isOverAfter } = open(1);
    expect(await isOverAfter(999)).toBe(false);
    expect(await isOverAfter(2)).toBe(true);
  });

  it('waits for work that others keep from the processor, until it has had its time', async () => {
    const { isOverAfter } = open(0.5);
    expect(await isOverAfter(1_900)).toBe(false);
    expect(await isOverAfter(700)).toBe(true);
  });

  it('comes at three times the time where nothing computes', async () => {
    const { isOverAfter } = open(0);
    expect(await isOverAfter(2_900)).toBe(false);
    expect(await isOverAfter(700)).toBe(true);
  });

  it('does not wait for work without a caller', async () => {
    let isWanted = true;
    const { isOverAfter } = open(0.5, () => isWanted);
    expect(await isOverAfter(1_100)).toBe(false);
    isWanted = false;
    expect(await isOverAfter(500)).toBe(true);
  });

  it('asks nothing of work that ends soon', async () => {
    const processorMs = jest.fn(() => 0);
    const options = { timeoutMs: TIMEOUT_MS, isPatient: () => true, onOver: jest.fn(), processorMs };
    const deadline = new WorkDeadline(options);
    await jest.advanceTimersByTimeAsync(99);
    deadline.end();
    expect(processorMs).not.toHaveBeenCalled();
  });

  it('never comes once it has ended, not even in the moment of the verdict', async () => {
    const { deadline, isOverAfter } = open(1);
    jest.advanceTimersByTime(TIMEOUT_MS - 1);
    setImmediate(() => deadline.end());
    expect(await isOverAfter(5_000)).toBe(false);
  });
});
