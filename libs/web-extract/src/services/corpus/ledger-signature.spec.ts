import { preparationOf, writeSignature } from './ledger-signature.js';

const signature = 'settings';
const noted = writeSignature(signature, 'one');

describe('preparationOf', () => {
  it.each([
    ['a new sink', null, { signature, epoch: 'one' }, 'clear'],
    ['the index of the last sync', noted, { signature, epoch: 'one' }, 'none'],
    ['another index', noted, { signature, epoch: 'two' }, 'clear'],
    ['an index without data', noted, { signature, epoch: null }, 'clear'],
    ['a refill', noted, { signature, epoch: 'one', refill: true }, 'clear'],
    ['other settings', noted, { signature: 'other', epoch: 'one' }, 'stale'],
    ['an index that did not state an epoch before', signature, { signature, epoch: 'one' }, 'stale'],
    ['an index that states no epoch', signature, { signature, epoch: undefined }, 'none'],
    ['an index that does not state its epoch any more', noted, { signature, epoch: undefined }, 'none'],
    [
      'an interrupted filling of an empty index',
      writeSignature(signature, null),
      { signature, epoch: 'one' },
      'clear',
    ],
  ] as const)('%s', (_, before, state, expected) => {
    expect(preparationOf(before, state)).toBe(expected);
  });
});
