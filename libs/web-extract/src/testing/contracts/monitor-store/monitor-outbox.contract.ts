import type { MonitorCheck } from '../../../model/monitor/check.js';
import type { Monitor } from '../../../model/monitor/monitor.js';
import type {
  DroppedMessages,
  MonitorStore,
  OutboxLimits,
} from '../../../ports/stores/monitor-store.port.js';
import {
  AMPLE,
  beginCheck,
  createMonitor,
  message,
  outgoing,
  RECORD,
  recordCheck,
} from './samples.contract.js';

const BYTES = Buffer.byteLength(JSON.stringify(message(1)));

/** A monitor with a check that appends messages. */
interface Sender {
  readonly monitor: Monitor;
  append(numbers: readonly number[], limits?: Partial<OutboxLimits>): Promise<readonly DroppedMessages[]>;
}

/** Contract of the messages of a `MonitorStore`. */
export function monitorOutboxContract(getStore: () => MonitorStore): void {
  let store: MonitorStore;
  beforeEach(() => (store = getStore()));

  const sender = async (owner = 'anna'): Promise<Sender> => {
    const monitor = await createMonitor(store, { owner });
    const check: MonitorCheck = await beginCheck(store, monitor);
    const task = (await store.takeCheck(60_000))!;
    const append = async (numbers: readonly number[], limits: Partial<OutboxLimits> = {}) => {
      const messages = { ...outgoing('hook.example', ...numbers), limits: { ...AMPLE, ...limits } };
      return (await store.record(task, { ...RECORD, check, outgoing: messages }))!.dropped;
    };
    return { monitor, append };
  };

  /** Numbers of the waiting messages of a monitor. */
  const waiting = async ({ monitor }: Sender): Promise<number[]> => {
    const found: number[] = [];
    for (let position = 0; ;) {
      const next = await store.message(monitor.id, position);
      if (!next) return found;
      found.push((next.body as { n: number }).n);
      position = next.position + 1;
    }
  };

  const droppedOf = ({ monitor: { id, owner } }: Sender, messages: number): DroppedMessages => ({
    monitorId: id,
    owner,
    messages,
  });

  it('delivers messages in order, each until it is acknowledged', async () => {
    const monitor = await createMonitor(store);
    await recordCheck(store, await beginCheck(store, monitor), { outgoing: outgoing('hook.example', 1, 2) });
    const task = (await store.outbox.take('worker', 60_000))!;
    expect(task).toMatchObject({ crawlId: monitor.id, owner: 'anna', receiver: 'hook.example', tries: 0 });
    expect(await store.outbox.take('worker', 60_000)).toBeNull();
    const first = (await store.message(monitor.id, task.position))!;
    expect(first.body).toEqual({ n: 1 });
    await store.outbox.advance(task, first.position + 1, true, { tries: 2, waitMs: 0 });
    const again = (await store.outbox.take('worker', 60_000))!;
    expect(again.tries).toBe(2);
    const second = (await store.message(monitor.id, again.position))!;
    expect(second.body).toEqual({ n: 2 });
    await store.outbox.advance(task, 99, true); // the lease is another one now
    await store.outbox.advance(again, second.position + 1, true);
    expect(await store.message(monitor.id, again.position)).toBeNull();
    expect(await store.outbox.take('worker', 60_000)).toBeNull();
  });

  it('skips messages of busy receivers, and of failed ones for a while', async () => {
    const monitor = await createMonitor(store);
    await recordCheck(store, await beginCheck(store, monitor), { outgoing: outgoing('hook.example', 1) });
    const busy = { owners: [], receivers: [{ owner: 'anna', receiver: 'hook.example' }] };
    expect(await store.outbox.take('worker', 60_000, busy)).toBeNull();
    expect(await store.outbox.take('worker', 60_000, { owners: ['anna'], receivers: [] })).toBeNull();
    const task = (await store.outbox.take('worker', 60_000, { owners: ['berta'], receivers: [] }))!;
    await store.outbox.advance(task, task.position, true, { tries: 1, waitMs: 60_000 });
    expect(await store.outbox.take('worker', 60_000)).toBeNull();
  });

  it('drops the oldest messages of an owner when too many are waiting, whichever monitor they belong to', async () => {
    const [first, second, other] = [await sender(), await sender(), await sender('berta')];
    const limits = { maxMessagesPerOwner: 4 };
    expect(await other.append([90, 91], limits)).toEqual([]);
    expect(await first.append([1, 2, 3], limits)).toEqual([]);
    expect(await second.append([4, 5, 6], limits)).toEqual([droppedOf(first, 2)]);
    expect(await waiting(first)).toEqual([3]);
    expect(await second.append([7, 8, 9, 10, 11], limits)).toEqual([
      droppedOf(first, 1),
      droppedOf(second, 4),
    ]);
    expect(await waiting(first)).toEqual([]);
    expect(await waiting(second)).toEqual([8, 9, 10, 11]);
    expect(await waiting(other)).toEqual([90, 91]);
    const receivers = [await store.outbox.take('worker', 60_000), await store.outbox.take('worker', 60_000)];
    expect(receivers.map((task) => task!.crawlId).sort()).toEqual(
      [second.monitor.id, other.monitor.id].sort(),
    );
    expect(await store.outbox.take('worker', 60_000)).toBeNull();
  });

  it('drops the oldest messages of an owner when their bytes are too many', async () => {
    const [first, second] = [await sender(), await sender()];
    const limits = { maxBytesPerOwner: 3 * BYTES };
    expect(await first.append([1, 2], limits)).toEqual([]);
    expect(await second.append([3, 4], limits)).toEqual([droppedOf(first, 1)]);
    expect([await waiting(first), await waiting(second)]).toEqual([[2], [3, 4]]);
  });

  it('drops a message that is too large, and no other one for it', async () => {
    const one = await sender();
    const limits = { maxBytesPerOwner: 3 * BYTES };
    await one.append([1], limits);
    const large = { event: 'monitor.page' as const, body: { n: 2, text: 'ü'.repeat(2 * BYTES) } };
    const { revision } = (await store.find(one.monitor.id))!;
    const messages = {
      receiver: 'hook.example',
      messages: [large, message(3)],
      limits: { ...AMPLE, ...limits },
    };
    const change = { monitor: one.monitor, expectedRevision: revision, dueAt: null, outgoing: messages };
    expect(await store.write(change)).toEqual({ dropped: [droppedOf(one, 1)] });
    expect(await waiting(one)).toEqual([1, 3]);
  });

  it('drops messages of the owner with the most bytes when those of all owners are too many', async () => {
    const [anna, berta, carla] = [await sender(), await sender('berta'), await sender('carla')];
    const limits = { maxBytes: 6 * BYTES };
    await anna.append([1, 2, 3, 4], limits);
    await berta.append([5], limits);
    expect(await carla.append([6, 7], limits)).toEqual([droppedOf(anna, 1)]);
    expect(await berta.append([8], limits)).toEqual([droppedOf(anna, 1)]);
    expect(await Promise.all([anna, berta, carla].map(waiting))).toEqual([[3, 4], [5, 8], [6, 7]]); // prettier-ignore
  });

  it('counts neither delivered messages nor those of deleted monitors', async () => {
    const [first, second] = [await sender(), await sender()];
    const limits = { maxMessagesPerOwner: 3, maxBytes: 3 * BYTES };
    await first.append([1, 2], limits);
    await second.append([3], limits);
    await store.remove(second.monitor.id);
    const task = (await store.outbox.take('worker', 60_000))!;
    await store.outbox.advance(task, task.position + 1, true);
    expect(await first.append([4, 5], limits)).toEqual([]);
    expect(await waiting(first)).toEqual([2, 4, 5]);
    expect(await first.append([6], limits)).toEqual([droppedOf(first, 1)]);
  });

  it('starts with no failed attempts after a dropped message, also if it was being sent', async () => {
    const one = await sender();
    const limits = { maxMessagesPerOwner: 1 };
    await one.append([1], limits);
    const task = (await store.outbox.take('worker', 60_000))!;
    expect(await one.append([2], limits)).toEqual([droppedOf(one, 1)]);
    await store.outbox.advance(task, task.position, true, { tries: 4, waitMs: 0 });
    const next = (await store.outbox.take('worker', 60_000))!;
    expect(next).toMatchObject({ tries: 0, position: task.position + 1 });
    await store.outbox.advance(next, next.position, true, { tries: 3, waitMs: 0 });
    await one.append([3], limits);
    expect(await store.outbox.take('worker', 60_000)).toMatchObject({
      tries: 0,
      position: next.position + 1,
    });
  });

  it('stays within the limits with concurrent checks', async () => {
    const senders = await Promise.all(Array.from({ length: 6 }, () => sender()));
    const limits = { maxMessagesPerOwner: 5 };
    const dropped = await Promise.all(
      senders.flatMap((one) => [one.append([1, 2, 3], limits), one.append([4, 5], limits)]),
    );
    const left = (await Promise.all(senders.map(waiting))).flat();
    expect(left).toHaveLength(5);
    expect(dropped.flat().reduce((sum, { messages }) => sum + messages, 0)).toBe(30 - 5);
  });
}
