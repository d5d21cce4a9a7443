import { WebhookQueue } from './webhook-queue.js';

const ROW = { id: 'a', position: 0, owner: 'anna', receiver: 'hook.test', tries: 1, dueAt: 0 };
const DAY_MS = 86_400_000;

describe('WebhookQueue', () => {
  it('waits until a message is due, but not for the clock that it was set by', () => {
    const line = new WebhookQueue(() => ({ count: 1, isFinal: false }));
    line.add(1, { ...ROW, dueAt: DAY_MS + 900_000 });
    expect(line.take(1_000, DAY_MS)).toBeNull();
    expect(line.take(1_000, 0)).toMatchObject({ crawlId: 'a' }); // the clock went back by a day
  });

  it('keeps a lease for its time, but not for the clock that it was given by', () => {
    const line = new WebhookQueue(() => ({ count: 1, isFinal: false }));
    line.add(1, ROW);
    line.take(1_000, DAY_MS);
    expect(line.take(1_000, DAY_MS + 999)).toBeNull();
    expect(line.take(1_000, 0)).toMatchObject({ crawlId: 'a' });
  });
});
