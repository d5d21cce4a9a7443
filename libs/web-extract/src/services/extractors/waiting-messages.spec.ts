import { acknowledged, NO_MESSAGES, withMessage, type ExtractorMessageQueue } from './waiting-messages.js';

const webhook = { url: 'https://hook.test/', metadata: { shop: 1 } };
const state = (messages: ExtractorMessageQueue = NO_MESSAGES) => ({ webhook, messages, version: 3 });
const append = (messages: ExtractorMessageQueue, facts: object = {}) =>
  withMessage(state(messages), 'x', 'drifted', facts).messages;
const positions = ({ waiting }: ExtractorMessageQueue) => waiting.map(({ position }) => position);

describe('waiting messages of an extractor', () => {
  it('have the form of the webhook, in order', () => {
    const first = append(NO_MESSAGES, { fields: ['/price'] });
    expect(first.waiting).toEqual([
      {
        position: 1,
        body: {
          success: true,
          type: 'extractor.drifted',
          id: 'x',
          data: [{ extractorId: 'x', version: 3, fields: ['/price'] }],
          metadata: { shop: 1 },
        },
      },
    ]);
    expect(positions(append(first))).toEqual([1, 2]);
  });

  it('are only those that the receiver asks for', () => {
    const asks = { ...state(), webhook: { ...webhook, events: ['healed'] as const } };
    expect(withMessage(asks, 'x', 'drifted', {})).toBe(asks);
    expect(withMessage(asks, 'x', 'healed', {}).messages.waiting).toHaveLength(1);
    expect(withMessage({ ...state(), webhook: null }, 'x', 'drifted', {}).messages).toBe(NO_MESSAGES);
  });

  it('are bounded by number and size: the oldest are dropped', () => {
    let messages: ExtractorMessageQueue = { ...append(NO_MESSAGES), tries: 4, dueAt: 9 };
    for (let n = 0; n < 25; n++) messages = append(messages);
    expect(positions(messages)).toEqual(Array.from({ length: 20 }, (_, n) => n + 7));
    expect(messages).toMatchObject({ tries: 0, dueAt: 0 });
    const large = append(append(NO_MESSAGES, { text: 'x'.repeat(40_000) }), { text: 'y'.repeat(40_000) });
    expect(positions(large)).toEqual([2]);
    expect(append(NO_MESSAGES, { text: 'x'.repeat(70_000) }).waiting).toEqual([]);
    expect(append(NO_MESSAGES, { text: '漢'.repeat(30_000) }).waiting).toEqual([]);
  });

  it('are removed once they were delivered, and wait for the next attempt otherwise', () => {
    const two = append(append(NO_MESSAGES));
    const failed = acknowledged(two, 1, { tries: 2, waitMs: 500 }, 1_000);
    expect([positions(failed), failed.tries, failed.dueAt]).toEqual([[1, 2], 2, 1_500]);
    const sent = acknowledged(failed, 2, { tries: 0, waitMs: 0 }, 1_000);
    expect([positions(sent), sent.tries]).toEqual([[2], 0]);
    expect(positions(acknowledged(sent, Number.MAX_SAFE_INTEGER, { tries: 0, waitMs: 0 }, 1))).toEqual([]);
    expect(sent.next).toBe(3);
  });
});
