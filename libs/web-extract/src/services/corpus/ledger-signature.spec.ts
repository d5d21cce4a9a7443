import { preparationOf, writeSignature } from './ledger-signature.js';

const signature = 'settings';
const noted = writeSignature(signature, 'one');

describe('preparationOf', () => {
  it.each([
    [null, { signature, epoch: 'one' }, 'clear', 'a new sink'],
    [noted, { signature, epoch: 'one' }, 'none', 'the index of the last sync'],
    [noted, { signature, epoch: 'two' }, 'clear', 'another index'],
    [noted, { signature, epoch: null }, 'clear', 'an index without data'],
    [noted, { signature, epoch: 'one', refill: true }, 'clear', 'a refill'],
    [noted, { signature: 'other', epoch: 'one' }, 'stale', 'other settings'],
    [signature, { signature, epoch: 'one' }, 'stale', 'an index that did not state an epoch before'],
    [signature, { signature, epoch: undefined }, 'none', 'an index that states no epoch'],
    [noted, { signature, epoch: undefined }, 'none', 'an index that does not state its epoch any more'],
    [
      writeSignature(signature, null),
      { signature, epoch: 'one' },
      'clear',
      'an index whose filling was interrupted',
    ],
  ] as const)('%s with %j: %s (%s)', (before, state, expected) => {
    expect(preparationOf(before, state)).toBe(expected);
  });
});
