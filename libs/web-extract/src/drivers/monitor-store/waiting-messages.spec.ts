import { MemoryRowStore } from '../page-store/memory.row-store.js';
import { WaitingMessages } from './waiting-messages.js';

const BYTES = 2_000;
const limits = { maxMessagesPerOwner: 100, maxBytesPerOwner: 100 * BYTES, maxBytes: 10 * BYTES };

/** Messages of `bytes` bytes each. */
const outgoing = (bytes: number, count = 1) => {
  const empty = JSON.stringify({ event: 'monitor.page', body: { text: '' } }).length;
  const body = { text: 'x'.repeat(bytes - empty) };
  const message = { event: 'monitor.page' as const, body };
  return { receiver: 'hook.example', messages: Array.from({ length: count }, () => message), limits };
};

describe('WaitingMessages', () => {
  it('drops messages of the appending owner when more owners than are compared have less', async () => {
    const store = new MemoryRowStore();
    const append = (owner: string, bytes: number, count?: number) =>
      store.change((rows) => {
        const waiting = new WaitingMessages(rows);
        waiting.append({ id: `monitor of ${owner}`, owner }, outgoing(bytes, count));
        return waiting.dropped;
      });
    const many = { ...limits, maxBytes: Infinity };
    await store.change((rows) => {
      for (let n = 0; n < 1_000; n++)
        new WaitingMessages(rows).append(
          { id: `m${n}`, owner: `owner ${n}` },
          { ...outgoing(50), limits: many },
        );
      new WaitingMessages(rows).append(
        { id: 'large', owner: 'large' },
        { ...outgoing(BYTES, 10), limits: many },
      );
    });
    const dropped = await append('last', BYTES, 40);
    expect(dropped.reduce((sum, { messages }) => sum + messages, 0)).toBeGreaterThan(40);
    expect(await append('last', BYTES)).toMatchObject([{ messages: expect.any(Number) }]);
  });
});
