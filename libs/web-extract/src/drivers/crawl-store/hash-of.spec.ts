import { hashOf } from './hash-of.js';

describe('hashOf', () => {
  it('is short, of one length, and its own for each text', () => {
    const hashes = Array.from({ length: 1_000 }, (_, n) => hashOf(`/page/${n}`));
    expect(new Set(hashes.map(({ length }) => length))).toEqual(new Set([20]));
    expect(new Set(hashes).size).toBe(1_000);
  });
});
