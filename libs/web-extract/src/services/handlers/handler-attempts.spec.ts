import { handleItem, resultOfCall } from './handler-attempts.js';
import type { HandlerItem } from './sources/handler-source.js';
import type { Handler } from './handler.js';

const { signal } = new AbortController();
const ITEM: HandlerItem = {
  before: '0',
  position: '1',
  url: 'https://site.example/',
  argument: async () => ({}),
};
const CONDITIONS = { signal, draining: signal, attempts: 0, onFailure: async () => true };

const resultOf = (thrown: unknown) =>
  handleItem({ attempts: 1 } as unknown as Handler, ITEM, {
    ...CONDITIONS,
    call: () => resultOfCall(Promise.reject(thrown)),
  });

describe('handleItem', () => {
  it.each([
    ['an error', new Error('away'), 'away'],
    ['an error without a message', new Error(), 'The handler gave no reason'],
    ['an error whose message is no text', Object.assign(new Error(), { message: 7 }), '7'],
    ['a text', 'away', 'away'],
    ['nothing', undefined, 'undefined'],
    ['an object without a prototype', Object.create(null), 'A value without a text was thrown'],
    ['an object whose text throws', { toString: () => { throw new Error(); } }, 'A value without a text was thrown'],
    ['a long text', 'x'.repeat(5_000), 'x'.repeat(1_000)],
  ])('counts an attempt that throws %s', async (_, thrown, error) => {
    expect(await resultOf(thrown)).toEqual({ kind: 'failed', attempts: 1, error });
  }); // prettier-ignore
});
