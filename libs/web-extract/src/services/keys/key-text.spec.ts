import { hashKey, isKeyText, makeKeyText } from './key-text.js';

describe('a key', () => {
  const secret = 'secret of the tests';
  const key = makeKeyText(secret);

  it('can travel in a header and as a subprotocol', () => {
    expect(key).toMatch(/^we_[A-Za-z0-9_-]{40}$/);
    expect(makeKeyText(secret)).not.toBe(key);
  });

  it('differs from guessed ones by its checksum', () => {
    expect(isKeyText(key, secret)).toBe(true);
    expect(isKeyText(key, 'another secret')).toBe(false);
    const last = key.endsWith('A') ? 'B' : 'A';
    for (const guess of [
      key.slice(0, -1) + last,
      `we_${'a'.repeat(40)}`,
      key.slice(1),
      `${key}x`,
      '',
      'we_',
    ]) {
      expect(isKeyText(guess, secret)).toBe(false);
    }
  });

  it('is kept as what depends on the secret', () => {
    expect(hashKey(key, secret)).toMatch(/^[\da-f]{64}$/);
    expect(hashKey(key, secret)).not.toBe(hashKey(key, 'another secret'));
  });
});
