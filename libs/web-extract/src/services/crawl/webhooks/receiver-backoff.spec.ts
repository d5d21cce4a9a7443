import { MAX_RECEIVERS, ReceiverBackoff } from './receiver-backoff.js';

const HOOK = { owner: 'anna', receiver: 'hook.test' };
const MINUTE = 60_000;

describe('ReceiverBackoff', () => {
  it('sends a receiver four messages at once', () => {
    const rests = new ReceiverBackoff();
    for (let n = 0; n < 4; n++) {
      expect(rests.busy(0)).toEqual([]);
      rests.begin(HOOK);
    }
    expect(rests.busy(0)).toEqual([HOOK]);
    rests.end(HOOK, 0);
    expect(rests.busy(0)).toEqual([]);
  });

  it('retries a message after 1, 5 and 25 seconds, while others go on', () => {
    const rests = new ReceiverBackoff();
    expect([0, 1, 2].map((tries) => rests.failed(HOOK, tries, 0))).toEqual([1_000, 5_000, 25_000]);
    expect(rests.busy(0)).toEqual([]);
  });

  it('lets the receiver rest for 1, 5 and 15 minutes then, and one message at a time shows whether it is back', () => {
    const rests = new ReceiverBackoff();
    expect(rests.failed(HOOK, 3, 0)).toBe(MINUTE);
    expect([rests.busy(MINUTE - 1), rests.busy(MINUTE)]).toEqual([[HOOK], []]);
    rests.begin(HOOK);
    expect(rests.busy(MINUTE)).toEqual([HOOK]);
    expect(rests.failed(HOOK, 0, MINUTE)).toBe(5 * MINUTE);
    expect(rests.failed(HOOK, 4, 6 * MINUTE)).toBe(15 * MINUTE);
  });

  it('counts a rest once, however many messages were under way', () => {
    const rests = new ReceiverBackoff();
    expect([rests.failed(HOOK, 3, 0), rests.failed(HOOK, 3, 10_000)]).toEqual([MINUTE, 50_000]);
    expect(rests.failed(HOOK, 4, MINUTE)).toBe(5 * MINUTE);
  });

  it('gives up after the last rest; then each message is tried once, until one is taken', () => {
    const rests = new ReceiverBackoff();
    rests.begin(HOOK);
    expect(rests.failed(HOOK, 6, 0)).toBeNull();
    expect([rests.failed(HOOK, 0, 1), rests.failed(HOOK, 0, 2)]).toEqual([null, null]);
    rests.succeeded(HOOK);
    expect(rests.failed(HOOK, 0, 3)).toBe(1_000);
  });

  it('goes on where another process stopped', () => {
    expect(new ReceiverBackoff().failed(HOOK, 5, 0)).toBe(15 * MINUTE);
  });

  it('keeps the state of a receiver that was given up, and drops it after an hour without a message', () => {
    const rests = new ReceiverBackoff();
    const fail = (tries: number, nowMs: number) => {
      rests.begin(HOOK);
      const next = rests.failed(HOOK, tries, nowMs);
      rests.end(HOOK, nowMs);
      return next;
    };
    fail(6, 0);
    expect(fail(0, 30 * MINUTE)).toBeNull();
    rests.begin({ ...HOOK, owner: 'berta' });
    rests.end({ ...HOOK, owner: 'berta' }, 91 * MINUTE);
    expect(fail(0, 91 * MINUTE)).toBe(1_000);
  });

  it('holds up no other owner and no other receiver', () => {
    const rests = new ReceiverBackoff();
    rests.failed(HOOK, 3, 0);
    rests.begin({ ...HOOK, owner: 'berta' });
    rests.begin({ ...HOOK, receiver: 'other.test' });
    expect(rests.busy(0)).toEqual([HOOK]);
  });

  it('keeps the state of a bounded number of receivers, of one owner and of a hundred', () => {
    const rests = new ReceiverBackoff();
    for (let n = 0; n < 3 * MAX_RECEIVERS; n++)
      rests.failed(
        { owner: n < MAX_RECEIVERS ? 'anna' : `owner ${n % 100}`, receiver: `hook-${n}.test` },
        3,
        0,
      );
    expect(rests.busy(0)).toHaveLength(MAX_RECEIVERS);
  });

  it('keeps the state of a receiver with a message under way', () => {
    const rests = new ReceiverBackoff();
    for (let n = 0; n < 4; n++) rests.begin(HOOK);
    for (let n = 0; n < 2 * MAX_RECEIVERS; n++) rests.failed({ ...HOOK, receiver: `hook-${n}.test` }, 3, 0);
    expect(rests.busy(0)).toContainEqual(HOOK);
  });
});
