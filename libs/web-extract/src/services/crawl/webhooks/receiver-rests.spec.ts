import { ReceiverRests } from './receiver-rests.js';

const HOOK = { owner: 'anna', receiver: 'hook.test' };

describe('ReceiverRests', () => {
  it('sends a receiver four messages at once', () => {
    const rests = new ReceiverRests();
    for (let n = 0; n < 4; n++) {
      expect(rests.busy(0)).toEqual([]);
      rests.begin(HOOK);
    }
    expect(rests.busy(0)).toEqual([HOOK]);
    rests.end(HOOK, 0);
    expect(rests.busy(0)).toEqual([]);
  });

  it('leaves one alone that failed five times in a row, and longer after each further failure', () => {
    const rests = new ReceiverRests();
    for (let n = 0; n < 4; n++) rests.failed(HOOK, 0);
    expect(rests.busy(0)).toEqual([]);
    rests.failed(HOOK, 0);
    expect([rests.busy(9_999), rests.busy(10_000)]).toEqual([[HOOK], []]);
    rests.begin(HOOK);
    expect(rests.busy(10_000)).toEqual([HOOK]); // one message shows whether it is back
    rests.failed(HOOK, 10_000);
    rests.end(HOOK, 10_000);
    expect([rests.busy(29_999), rests.busy(30_000)]).toEqual([[HOOK], []]);
    for (let n = 0; n < 90; n++) rests.failed(HOOK, 30_000);
    expect([rests.busy(329_999), rests.busy(330_000)]).toEqual([[HOOK], []]);
  });

  it('begins anew when a message is taken', () => {
    const rests = new ReceiverRests();
    for (let n = 0; n < 9; n++) rests.failed(HOOK, 0);
    rests.succeeded(HOOK);
    for (let n = 0; n < 4; n++) rests.failed(HOOK, 0);
    expect(rests.busy(0)).toEqual([]);
  });

  it('shuts nobody else out', () => {
    const rests = new ReceiverRests();
    for (let n = 0; n < 9; n++) rests.failed(HOOK, 0);
    rests.begin({ ...HOOK, owner: 'berta' });
    rests.begin({ ...HOOK, receiver: 'other.test' });
    expect(rests.busy(0)).toEqual([HOOK]);
  });
});
